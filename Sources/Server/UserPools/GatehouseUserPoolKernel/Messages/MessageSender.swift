// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
package import GatehouseCore
package import GatehouseUserPoolModel
package import GatehouseWire

/// Prepares messages and sends them after their transaction.
package struct MessageSender: Sendable {
    let courier: any Courier
    /// Runs the functions of the pools' triggers.
    package let triggers: TriggerRunner
    let codes: VerificationCodes
    let clock: WallClock
    let deployment: Deployment

    /// Creates a code that replaces an older one, and prepares its message.
    package func newCode(
        _ purpose: CodePurpose, as kind: Message.Kind, to destination: DeliveryDestination,
        on occasion: MessageOccasion,
        isDecoy: Bool = false, isSecret: Bool = false
    ) -> NewCode {
        let (code, record) = codes.draw(purpose, for: occasion.user, to: destination, at: clock.now)
        let message = prepared(
            kind, code: code, to: destination, on: occasion, isDecoy: isDecoy, isSecret: isSecret)
        return NewCode(destination: destination, message: message, record: record)
    }

    /// Prepares a message with the pool's text before its transaction.
    ///
    /// `code` is empty in an invitation of a user without a password. With `isSecret`, the caller must not learn the
    /// result of the delivery, which would reveal whether a user exists. A decoy takes the same steps, but is not sent.
    package func prepared(
        _ kind: Message.Kind, code: String, to destination: DeliveryDestination, on occasion: MessageOccasion,
        isDecoy: Bool = false, isSecret: Bool = false
    ) -> PreparedMessage {
        let occasion = occasion.reaching(destination)
        do {
            let sender = try triggers.sender(of: kind, code: code, by: destination.medium, on: occasion)
            let message = message(kind, code: code, to: destination, on: occasion, by: sender, reworded: nil)
            let delivery = try courier.consign(message, isDecoy: isDecoy)
            return .ready(
                // The server does not report the delivery of a message that a trigger sends.
                ReadyMessage(delivery: delivery, isSecret: isSecret || sender != nil) {
                    [self] () async throws(ServiceFault) in
                    guard sender == nil, let custom = try await triggers.customMessage(kind, on: occasion) else {
                        return nil
                    }
                    return self.message(kind, code: code, to: destination, on: occasion, by: nil, reworded: custom)
                })
        } catch {
            return .impossible(error as? ServiceFault ?? ServiceFault(undelivered: error))
        }
    }

    /// Sends a saved message, with the text of the pool's trigger if it has one.
    ///
    /// If the trigger fails, the message is not sent. If the server stops while the trigger runs, the message is sent
    /// later with the pool's text.
    ///
    /// - Throws: `CodeDeliveryFailureException` if the message could not be prepared or the courier rejects it, and the
    ///   fault of a failed trigger.
    package func send(_ message: PreparedMessage) async throws(ServiceFault) {
        switch message {
        case .ready(let message): try await send(message)
        case .impossible(let fault): throw fault
        }
    }

    /// Sends messages one after the other, and throws the first error after the last of them.
    ///
    /// - Throws: the errors of a single message.
    package func send(_ messages: [PreparedMessage]) async throws(ServiceFault) {
        var failure: ServiceFault?
        for message in messages {
            do throws(ServiceFault) {
                try await send(message)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private func send(_ message: ReadyMessage) async throws(ServiceFault) {
        let delivery = message.delivery
        let reworded: Message?
        do throws(ServiceFault) {
            reworded = try await message.reword()
        } catch {
            // A message that cannot be withdrawn is sent later, with a code for a step that has failed for the caller.
            try? await delivery.withdraw()
            throw error
        }
        do {
            if message.isSecret {
                try await delivery.post(reworded)
            } else {
                try await delivery.deliver(reworded)
            }
        } catch {
            throw ServiceFault(undelivered: error)
        }
    }

    private func message(
        _ kind: Message.Kind, code: String, to destination: DeliveryDestination, on occasion: MessageOccasion,
        by sender: TriggerCall?, reworded custom: CustomMessage?
    ) -> Message {
        let pool = occasion.pool
        let link = ConfirmationLink(
            kind, medium: destination.medium, code: code, on: occasion, deployment: deployment)
        let text = MessageText(kind, medium: destination.medium, in: pool, hasCode: !code.isEmpty, link: link)
            .reworded(by: custom)
        let now = clock.now
        return Message(
            to: destination.value, medium: destination.medium, kind: kind, code: code, subject: text.subject,
            body: text.body(code: code, username: occasion.user.username), isHTML: text.isHTML,
            letterhead: pool.letterhead, at: now, until: now.addingTimeInterval(pool.lifetime(ofMessage: kind)),
            sender: sender)
    }
}

extension ServiceFault {
    /// Creates the fault for a message that cannot be sent.
    fileprivate init(undelivered error: any Error) {
        guard let refusal = error as? DeliveryRefusal else {
            self.init(.codeDeliveryFailure, "The message could not be delivered.", cause: error)
            return
        }
        self.init(.codeDeliveryFailure, "The message could not be delivered: \(refusal).", cause: refusal)
    }
}

extension UserPoolRecord {
    /// The sender and reply addresses of the pool's mail, if it has its own.
    fileprivate var letterhead: Message.Letterhead {
        let settings = description.emailConfiguration
        return Message.Letterhead(from: settings?.from, replyTo: settings?.replyToEmailAddress)
    }

    /// Returns the time for which a message is useful, in seconds.
    fileprivate func lifetime(ofMessage kind: Message.Kind) -> Double {
        switch kind {
        case .adminCreateUser: temporaryPasswordValidity
        case .forgotPassword: CodePurpose.passwordReset.lifetime
        case .signUp, .resendCode, .verifyAttribute, .updateAttribute: CodePurpose.signUp.lifetime
        // The maximum lifetime of a client's session strings.
        case .authentication: 900
        }
    }
}

/// The user and the request for which a message is sent; the triggers that write or send messages receive these data.
package struct MessageOccasion: Sendable {
    /// The recipient.
    package let user: UserRecord
    private(set) var subject: TriggerSubject
    let metadata: [String: String]?

    /// Creates the occasion of a message to a user; `client` is `nil` for an administrator's request.
    package init(to user: UserRecord, in pool: UserPoolRecord, by client: AppClientRecord?, metadata: [String: String]?)
    {
        self.user = user
        subject = TriggerSubject(user, in: pool, by: client)
        self.metadata = metadata
    }

    /// Creates the occasion of a message that is only simulated, because no user can receive it.
    package init(
        toDecoy user: UserRecord, named typedName: String, in pool: UserPoolRecord, by client: AppClientRecord,
        metadata: [String: String]?
    ) {
        self.user = user
        subject = TriggerSubject(nobodyNamed: typedName, in: pool, by: client)
        self.metadata = metadata
    }

    /// The pool of the recipient.
    package var pool: UserPoolRecord { subject.pool }

    /// The client of the request; `nil` for an administrator's request.
    var clientID: String? { subject.clientID }

    /// Returns the occasion with the destination's value among the attributes, which may not be verified yet.
    fileprivate func reaching(_ destination: DeliveryDestination) -> MessageOccasion {
        var occasion = self
        occasion.subject = subject.with(destination.value, for: destination.attribute)
        return occasion
    }
}

/// A message that was prepared before its transaction.
package enum PreparedMessage: Sendable {
    /// The message is ready; its transaction saves it, so that it is on disk if the transaction commits.
    case ready(ReadyMessage)
    /// The message cannot be sent.
    ///
    /// The fault is thrown only after the transaction has committed: an earlier fault would reveal to an attacker that
    /// the guess was right.
    case impossible(ServiceFault)

    /// Saves the message in the transaction.
    package func save(in store: any UserPoolWriting) throws {
        if case .ready(let message) = self, let queued = message.delivery.queued { try store.insert(queued) }
    }
}

/// A message that is saved in a transaction and sent after it.
package struct ReadyMessage: Sendable {
    /// The courier's delivery, with the record to save if the courier sends from the database.
    let delivery: PreparedDelivery
    /// Whether the caller must not learn the result of the delivery.
    let isSecret: Bool
    /// Returns the message with the text of the pool's trigger; `nil` if the pool has no such trigger.
    let reword: @Sendable () async throws(ServiceFault) -> Message?
}

/// A new code with its message, for the transaction that saves both.
package struct NewCode: Sendable {
    /// The destination of the message.
    package let destination: DeliveryDestination
    /// The message with the code.
    package let message: PreparedMessage
    /// The record of the code.
    let record: CodeRecord

    /// Saves the code, which replaces an older one, and its message.
    package func save(in store: any UserPoolWriting) throws {
        try store.put(record)
        try message.save(in: store)
    }
}
