// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// One message to one person.
package struct Message: Sendable, Equatable, Codable {
    /// The way a message travels.
    package enum Medium: String, Sendable, Codable, CaseIterable {
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

    /// Who a mail says it is from, where the pool has its own wishes.
    package struct Letterhead: Sendable, Equatable, Codable {
        /// An address, or a name and an address in angle brackets; `nil` for the server's own.
        package var from: String?
        /// Where answers go.
        package var replyTo: String?

        /// Creates a letterhead; an empty one leaves everything to the server.
        package init(from: String? = nil, replyTo: String? = nil) {
            self.from = from
            self.replyTo = replyTo
        }
    }

    /// Address or phone number.
    package let recipient: String
    package let medium: Medium
    package let kind: Kind
    /// The code or temporary password that the message carries; empty for who is invited without a password.
    package let code: String
    /// Subject line; empty for SMS.
    package let subject: String
    package let body: String
    /// Whether the body is HTML.
    package let isHTML: Bool
    package let letterhead: Letterhead
    /// The moment the message was made.
    package let date: Date
    /// The moment from which what it carries is of no more use.
    package let expiresAt: Date
    /// The function that sends the message in the server's place, and what it is told.
    package let sender: TriggerCall?

    /// Creates a message; nothing is sent yet.
    ///
    /// What it carries is good for a day unless `expiry` says otherwise.
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
    /// Names the kind and medium; never the recipient or the code.
    package var description: String { "Message(\(kind.rawValue), \(medium.rawValue))" }
    package var customMirror: Mirror {
        Mirror(self, children: ["kind": kind.rawValue, "medium": medium.rawValue])
    }
}
