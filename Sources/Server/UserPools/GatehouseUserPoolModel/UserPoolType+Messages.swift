// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
package import GatehouseWire

extension UserPoolType {
    /// Writes the words of messages in both places that the API has for them; the template is the newer one and wins.
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

    /// An invitation without the name or the password would be useless; where users need no password, it may leave that
    /// out.
    ///
    /// That the other messages have the place for their code is a rule of the shapes.
    ///
    /// - Throws: `InvalidParameterException` that names the message.
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
