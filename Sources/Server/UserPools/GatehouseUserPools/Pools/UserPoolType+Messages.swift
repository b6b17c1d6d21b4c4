// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
package import GatehouseWire

extension CreateUserPoolRequest {
    /// Chooses one text for each message that the request has in both places of the API.
    ///
    /// Readings return both places with the same text, and clients send back what they read after a change of one.
    /// Therefore, of two different texts, the one that the pool does not have yet is the new one.
    ///
    /// - Parameter present: the pool before the change; `nil` for a new pool.
    /// - Throws: `InvalidParameterException` if both texts are new and differ.
    mutating func settleMessages(changing present: UserPoolType?) throws(ServiceFault) {
        guard var template = verificationMessageTemplate else { return }
        template.smsMessage = try Self.settled(
            ("SmsVerificationMessage", smsVerificationMessage), ("SmsMessage", template.smsMessage),
            present: present?.smsVerificationMessage)
        template.emailMessage = try Self.settled(
            ("EmailVerificationMessage", emailVerificationMessage), ("EmailMessage", template.emailMessage),
            present: present?.emailVerificationMessage)
        template.emailSubject = try Self.settled(
            ("EmailVerificationSubject", emailVerificationSubject), ("EmailSubject", template.emailSubject),
            present: present?.emailVerificationSubject)
        verificationMessageTemplate = template
    }

    /// Returns the text for the template, the newer of the two places.
    private static func settled(
        _ older: (name: String, text: String?), _ newer: (name: String, text: String?), present: String?
    ) throws(ServiceFault) -> String? {
        guard let first = older.text, let second = newer.text, first != second else { return newer.text }
        if second == present { return first }
        guard first == present else {
            throw .invalidParameter(
                "\(older.name) and the \(newer.name) of VerificationMessageTemplate must be identical.")
        }
        return second
    }
}

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
