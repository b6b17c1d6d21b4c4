// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A message to one recipient.
package struct Message: Sendable, Equatable, Codable {
    /// The transport of a message.
    package enum Medium: String, Sendable, Codable, CaseIterable {
        case email = "EMAIL"
        case sms = "SMS"
    }

    /// The reason for the message: the last part of Cognito's trigger source.
    package enum Kind: String, Sendable, Codable {
        case signUp = "SignUp"
        case resendCode = "ResendCode"
        case adminCreateUser = "AdminCreateUser"
        case forgotPassword = "ForgotPassword"
        case verifyAttribute = "VerifyUserAttribute"
        case updateAttribute = "UpdateUserAttribute"
        case authentication = "Authentication"
    }

    /// The sender addresses of a mail, where the pool configures its own.
    package struct Letterhead: Sendable, Equatable, Codable {
        /// An address, or a name and an address in angle brackets; `nil` for the server's own.
        package var from: String?
        /// The address for replies (`Reply-To`).
        package var replyTo: String?

        /// Creates a letterhead; without arguments, the server's own addresses apply.
        package init(from: String? = nil, replyTo: String? = nil) {
            self.from = from
            self.replyTo = replyTo
        }
    }

    /// Address or phone number.
    package let recipient: String
    package let medium: Medium
    package let kind: Kind
    /// The code or temporary password in the message; empty for a user who is invited without a password.
    package let code: String
    /// Subject line; empty for SMS.
    package let subject: String
    /// The whole text that the recipient reads.
    package let body: String
    /// Whether the body is HTML.
    package let isHTML: Bool
    package let letterhead: Letterhead
    /// The time at which the message was created.
    package let date: Date
    /// The time at which the code or password in the message expires.
    package let expiresAt: Date
    /// The call of the function that sends the message instead of the server.
    package let sender: TriggerCall?

    /// Creates a message; nothing is sent yet.
    ///
    /// Its code or password expires after a day unless `expiry` is given.
    package init(
        to recipient: String, medium: Medium, kind: Kind, code: String, subject: String, body: String,
        isHTML: Bool = false, letterhead: Letterhead = Letterhead(), at date: Date, until expiry: Date? = nil,
        sender: TriggerCall? = nil
    ) {
        self.recipient = recipient
        self.medium = medium
        self.kind = kind
        self.code = code
        self.subject = subject
        self.body = body
        self.isHTML = isHTML
        self.letterhead = letterhead
        self.date = date
        expiresAt = expiry ?? date.addingTimeInterval(86_400)
        self.sender = sender
    }
}

extension Message: CustomStringConvertible, CustomReflectable {
    /// Contains the kind and medium; never the recipient or the code.
    package var description: String { "Message(\(kind.rawValue), \(medium.rawValue))" }
    package var customMirror: Mirror {
        Mirror(self, children: ["kind": kind.rawValue, "medium": medium.rawValue])
    }
}
