// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// Delivers messages to users.
///
/// The outbox is the courier that keeps messages for a developer to read.
package protocol Courier: Sendable {
    /// Prepares `message`; the caller delivers it after the transaction that it belongs to has been committed.
    ///
    /// A decoy takes the same steps as any other message, so that it takes the same time, and is never sent.
    /// - Throws: an error when the message cannot be stored.
    func consign(_ message: Message, isDecoy: Bool) throws -> PreparedDelivery
}

/// A message that is ready to be sent.
///
/// Before it is sent, it can be stored in the transaction that it belongs to, so that both are written or neither is.
package struct PreparedDelivery: Sendable {
    /// The queued message that must be stored before delivery; `nil` for a courier that stores none.
    package let queued: QueuedMessage?
    private let send: @Sendable (_ reworded: Message?, _ waits: Bool) async throws -> Void
    private let takeBack: @Sendable () async throws -> Void

    /// Prepares a message.
    ///
    /// - Parameters:
    ///   - queued: the queued message that must be stored before delivery.
    ///   - takeBack: removes the stored message.
    ///   - send: hands over the message, or its reworded version; with `waits`, it waits a short time for the result.
    package init(
        queued: QueuedMessage?, takeBack: @escaping @Sendable () async throws -> Void = {},
        send: @escaping @Sendable (_ reworded: Message?, _ waits: Bool) async throws -> Void
    ) {
        self.queued = queued
        self.takeBack = takeBack
        self.send = send
    }

    /// Delivers the message, or its reworded version, and waits a short time for the result.
    ///
    /// After success, the message has been sent or will be retried until it expires.
    /// - Throws: `DeliveryRefusal` after a permanent failure; the caller of the operation receives
    ///   `CodeDeliveryFailureException`.
    package func deliver(_ reworded: Message? = nil) async throws { try await send(reworded, true) }

    /// Delivers the message, or its reworded version, without reporting the result: for callers that must not learn
    /// whether a user exists.
    /// - Throws: an error when no message can be accepted at all.
    package func post(_ reworded: Message? = nil) async throws { try await send(reworded, false) }

    /// Discards the message without sending it.
    /// - Throws: an error when the stored message cannot be removed; it will be sent then.
    package func withdraw() async throws { try await takeBack() }
}

/// The reason for a permanent delivery failure, in a text that the caller may see.
package struct DeliveryRefusal: Error, Equatable, CustomStringConvertible {
    /// The reply of the mail server or gateway, without address, code or secret.
    package let description: String

    /// Creates a refusal.
    package init(_ description: String) {
        self.description = description
    }
}

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

/// A queued message as it is stored in the database.
package struct QueuedMessage: Sendable, Equatable {
    /// The longest time between an attempt and the next one, in seconds; a later time comes from a clock that was set
    /// back, and the message is due.
    package static let longestWait = 3_600.0

    /// The id by which the queue finds the message again.
    package let id: String
    /// The whole message, encrypted with the master key, because it contains a code or a password.
    package let sealed: [UInt8]
    /// The number of failed attempts.
    package var attempts: Int
    /// The earliest time of the next attempt.
    package var nextAttemptAt: Date
    /// The time at which the code or password in the message expires.
    package let expiresAt: Date

    /// Creates a queued message.
    package init(id: String, sealed: [UInt8], attempts: Int = 0, nextAttemptAt: Date, expiresAt: Date) {
        self.id = id
        self.sealed = sealed
        self.attempts = attempts
        self.nextAttemptAt = nextAttemptAt
        self.expiresAt = expiresAt
    }
}

/// The queue of messages that are not sent yet; it survives restarts.
///
/// A message is added in the transaction that it belongs to.
package protocol MessageQueue: Sendable {
    /// Claims at most `limit` messages that are due, the earliest first: no other caller can claim them before `lease`.
    func claim(dueBy now: Date, until lease: Date, limit: Int) async throws -> [QueuedMessage]

    /// Postpones a message after a failed attempt.
    func postpone(_ id: String, attempts: Int, until date: Date) async throws

    /// Replaces the stored message that has the same id with a reworded one, unless it has been removed or claimed by
    /// another caller; the caller claimed it until `lease`.
    func replace(_ message: QueuedMessage, takenUntil lease: Date) async throws

    /// Removes a message.
    func remove(_ id: String) async throws
}
