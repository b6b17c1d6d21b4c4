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
        try await hand(over: message) { courier, message in
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
        try await hand(over: message) { courier, message in try await courier.post(message, isDecoy: isDecoy) }
    }

    private func message(
        _ kind: Message.Kind, code: String, to destination: DeliveryDestination, on occasion: MessageOccasion
    ) async throws(ServiceFault) -> Message {
        let pool = occasion.pool
        let sender = try sender(of: kind, code: code, by: destination.medium, on: occasion)
        let custom = sender == nil ? try await customMessage(kind, on: occasion) : nil
        let text = MessageText(kind, medium: destination.medium, in: pool, hasCode: !code.isEmpty)
            .reworded(by: custom)
        let now = clock.now
        return Message(
            to: destination.value, medium: destination.medium, kind: kind, code: code, subject: text.subject,
            body: text.body(code: code, username: occasion.user.username), isHTML: text.isHTML,
            letterhead: pool.letterhead, at: now, until: now.addingTimeInterval(pool.lifetime(ofMessage: kind)),
            sender: sender)
    }

    private func hand(
        over message: Message, _ way: (any Courier, Message) async throws -> Void
    ) async throws(ServiceFault) {
        do {
            try await way(courier, message)
        } catch let refusal as DeliveryRefusal {
            throw ServiceFault(
                .codeDeliveryFailure, "The message could not be delivered: \(refusal).", cause: refusal)
        } catch {
            throw ServiceFault(.codeDeliveryFailure, "The message could not be delivered.", cause: error)
        }
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
