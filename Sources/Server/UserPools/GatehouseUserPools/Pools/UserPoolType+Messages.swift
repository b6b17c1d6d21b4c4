// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolType {
    /// Copies the messages to both places that the API has for them; those of the template, the newer place, take
    /// precedence.
    mutating func unifyMessages() {
        var template = verificationMessageTemplate ?? VerificationMessageTemplateType()
        template.defaultEmailOption = template.defaultEmailOption ?? .confirmWithCode
        template.smsMessage = template.smsMessage ?? smsVerificationMessage
        template.emailMessage = template.emailMessage ?? emailVerificationMessage
        template.emailSubject = template.emailSubject ?? emailVerificationSubject
        verificationMessageTemplate = template
        smsVerificationMessage = template.smsMessage
        emailVerificationMessage = template.emailMessage
        emailVerificationSubject = template.emailSubject
    }

    /// Checks that the invitation's messages contain the user name and, in pools without sign-in codes, the password.
    ///
    /// The constraints of the model already check the code's placeholder in the other messages.
    ///
    /// - Throws: `InvalidParameterException` with the name of the message.
    package func checkInvitation() throws(ServiceFault) {
        let template = adminCreateUserConfig?.inviteMessageTemplate
        let messages = [("EmailMessage", template?.emailMessage), ("SMSMessage", template?.smsMessage)]
        let places = sendsSignInCodes ? ["{username}"] : ["{username}", "{####}"]
        for case (let name, let text?) in messages {
            for place in places where !text.contains(place) {
                throw .invalidParameter("The \(name) of InviteMessageTemplate must contain \(place).")
            }
        }
    }
}
