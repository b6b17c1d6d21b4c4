// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseWire

extension UserPools {
    /// Draws a code, keeps it in place of an older one, and sends it.
    /// - Throws: as ``send(_:code:to:on:)`` does.
    func sendCode(
        _ purpose: CodePurpose, kind: Message.Kind, to destination: DeliveryDestination, on occasion: MessageOccasion
    ) async throws(ServiceFault) {
        let code = try await keepCode(purpose, to: destination, of: occasion.user, using: nil)
        try await send(kind, code: code, to: destination, on: occasion)
    }

    /// Draws a code and keeps it in place of an older one; the event is noted in the same transaction.
    /// - Throws: `LimitExceededException` when the allowance is used up.
    func keepCode(
        _ purpose: CodePurpose, to destination: DeliveryDestination, of user: UserRecord, using allowance: Allowance?,
        noting event: PendingAuthEvent? = nil, as response: EventResponseType = .pass
    ) async throws(ServiceFault) -> String {
        let now = clock.now
        let (code, record) = codes.draw(purpose, for: user, to: destination, at: now)
        try await write { store in
            if let allowance { try store.use(allowance, at: now) }
            try store.put(record)
            try event?.save(response, in: store)
        }
        return code
    }

    /// Sends one message in the pool's words, or has a function of the pool's write or send it.
    ///
    /// The code is empty in an invitation of somebody who has no password.
    /// - Throws: `CodeDeliveryFailureException` when the courier refuses; what the function's failure means.
    func send(
        _ kind: Message.Kind, code: String, to destination: DeliveryDestination, on occasion: MessageOccasion
    ) async throws(ServiceFault) {
        let message = try await message(kind, code: code, to: destination, on: occasion)
        try await delivering {
            // What becomes of a message that a function sends is the function's affair.
            guard message.sender == nil else { return try await courier.post(message, isDecoy: false) }
            try await courier.deliver(message)
        }
    }

    /// Sends one message whose fate the caller must not learn: it would tell whether somebody stands behind a name.
    ///
    /// A decoy takes the same steps and goes nowhere.
    /// - Throws: `CodeDeliveryFailureException` when no message of any kind can be sent; what a function's failure
    ///   means.
    func post(
        _ kind: Message.Kind, code: String, to destination: DeliveryDestination, on occasion: MessageOccasion,
        isDecoy: Bool
    ) async throws(ServiceFault) {
        let message = try await message(kind, code: code, to: destination, on: occasion)
        try await delivering { try await courier.post(message, isDecoy: isDecoy) }
    }

    /// Makes one message ready for the transaction that keeps its code, in the pool's words.
    ///
    /// `isSecret` says whether the caller must not learn of its fate, as with ``post(_:code:to:on:isDecoy:)``.
    /// - Throws: `CodeDeliveryFailureException` when the message cannot be made.
    func ready(
        _ kind: Message.Kind, code: String, to destination: DeliveryDestination, on occasion: MessageOccasion,
        isDecoy: Bool, isSecret: Bool
    ) throws(ServiceFault) -> ReadyMessage {
        let sender = try sender(of: kind, code: code, by: destination.medium, on: occasion)
        let message = message(kind, code: code, to: destination, on: occasion, by: sender, reworded: nil)
        do {
            let consignment = try courier.consign(message, isDecoy: isDecoy)
            return ReadyMessage(consignment: consignment, isSecret: isSecret || sender != nil) {
                [self] () async throws(ServiceFault) in
                guard sender == nil, let custom = try await customMessage(kind, on: occasion) else { return nil }
                return self.message(kind, code: code, to: destination, on: occasion, by: nil, reworded: custom)
            }
        } catch {
            throw ServiceFault(undelivered: error)
        }
    }

    /// Hands over a message that the transaction has kept, in the words of the pool's function if it has one.
    ///
    /// Where the function fails, nobody gets the message; should the server end while it is asked, it goes out in the
    /// pool's words.
    /// - Throws: `CodeDeliveryFailureException` when the courier refuses; what the function's failure means.
    func send(_ message: ReadyMessage) async throws(ServiceFault) {
        let consignment = message.consignment
        let reworded: Message?
        do throws(ServiceFault) {
            reworded = try await message.reword()
        } catch {
            // One that cannot be withdrawn goes out later, with a code for a step that the caller was told has failed.
            try? await consignment.withdraw()
            throw error
        }
        try await delivering {
            if message.isSecret {
                try await consignment.post(reworded)
            } else {
                try await consignment.deliver(reworded)
            }
        }
    }

    private func message(
        _ kind: Message.Kind, code: String, to destination: DeliveryDestination, on occasion: MessageOccasion
    ) async throws(ServiceFault) -> Message {
        let sender = try sender(of: kind, code: code, by: destination.medium, on: occasion)
        let custom = sender == nil ? try await customMessage(kind, on: occasion) : nil
        return message(kind, code: code, to: destination, on: occasion, by: sender, reworded: custom)
    }

    private func message(
        _ kind: Message.Kind, code: String, to destination: DeliveryDestination, on occasion: MessageOccasion,
        by sender: TriggerCall?, reworded custom: CustomMessage?
    ) -> Message {
        let pool = occasion.pool
        let text = MessageText(kind, medium: destination.medium, in: pool, hasCode: !code.isEmpty)
            .reworded(by: custom)
        let now = clock.now
        return Message(
            to: destination.value, medium: destination.medium, kind: kind, code: code, subject: text.subject,
            body: text.body(code: code, username: occasion.user.username), isHTML: text.isHTML,
            letterhead: pool.letterhead, at: now, until: now.addingTimeInterval(pool.lifetime(ofMessage: kind)),
            sender: sender)
    }

    private func delivering(_ way: () async throws -> Void) async throws(ServiceFault) {
        do {
            try await way()
        } catch {
            throw ServiceFault(undelivered: error)
        }
    }
}

/// A message that is made, and goes once the transaction that keeps it has ended well.
struct ReadyMessage: Sendable {
    fileprivate let consignment: Consignment
    /// Whether nobody learns what becomes of it.
    fileprivate let isSecret: Bool
    /// Has a function of the pool's write it; without one, there is nothing to reword.
    fileprivate let reword: @Sendable () async throws(ServiceFault) -> Message?

    /// Keeps the message, where its courier sends from the database.
    func save(in store: any UserPoolWriting) throws {
        if let queued = consignment.queued { try store.insert(queued) }
    }
}

extension ServiceFault {
    /// What the caller of an operation learns of a message that cannot go out.
    fileprivate init(undelivered error: any Error) {
        guard let refusal = error as? DeliveryRefusal else {
            self.init(.codeDeliveryFailure, "The message could not be delivered.", cause: error)
            return
        }
        self.init(.codeDeliveryFailure, "The message could not be delivered: \(refusal).", cause: refusal)
    }
}

extension UserPoolRecord {
    /// Who the pool's mail is from, where it has its own wishes.
    fileprivate var letterhead: Message.Letterhead {
        let settings = description.emailConfiguration
        return Message.Letterhead(from: settings?.from, replyTo: settings?.replyToEmailAddress)
    }

    /// How long what a message carries is of use, in seconds.
    fileprivate func lifetime(ofMessage kind: Message.Kind) -> Double {
        switch kind {
        case .adminCreateUser: temporaryPasswordValidity
        case .forgotPassword: CodePurpose.passwordReset.lifetime
        case .signUp, .resendCode, .verifyAttribute, .updateAttribute: CodePurpose.signUp.lifetime
        // The longest that a client can keep a sign-in open.
        case .authentication: 900
        }
    }
}
