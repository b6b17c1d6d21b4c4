// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// Delivers messages to people.
///
/// The outbox is the courier that keeps them for a developer to read.
package protocol Courier: Sendable {
    /// Hands `message` over for delivery.
    /// - Throws: when the message cannot be delivered; the caller learns it as `CodeDeliveryFailureException`.
    func deliver(_ message: Message) async throws
}

/// One message to one person.
package struct Message: Sendable, Equatable {
    /// The way a message travels.
    package enum Medium: String, Sendable, Codable {
        case email = "EMAIL"
        case sms = "SMS"
    }

    /// Why the message is sent: the trigger source's last part in Cognito's terms.
    package enum Kind: String, Sendable, Codable {
        case signUp = "SignUp"
        case resendCode = "ResendCode"
        case adminCreateUser = "AdminCreateUser"
        case forgotPassword = "ForgotPassword"
        case verifyAttribute = "VerifyUserAttribute"
        case updateAttribute = "UpdateUserAttribute"
        case authentication = "Authentication"
    }

    /// Address or phone number.
    package let recipient: String
    package let medium: Medium
    package let kind: Kind
    /// The code or temporary password that the message carries.
    package let code: String
    /// Subject line; empty for SMS.
    package let subject: String
    package let body: String
    /// The moment the message was made.
    package let date: Date

    /// Creates a message; nothing is sent yet.
    package init(
        to recipient: String, medium: Medium, kind: Kind, code: String, subject: String, body: String, at date: Date
    ) {
        self.recipient = recipient
        self.medium = medium
        self.kind = kind
        self.code = code
        self.subject = subject
        self.body = body
        self.date = date
    }
}

extension Message: CustomStringConvertible {
    /// Names the kind and medium; never the recipient or the code.
    package var description: String { "Message(\(kind.rawValue), \(medium.rawValue))" }
}
