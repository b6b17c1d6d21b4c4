// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

extension UserPools {
    /// Draws a code in place of an older one, and prepares the message that carries it.
    func newCode(
        _ purpose: CodePurpose, as kind: Message.Kind, to destination: DeliveryDestination,
        on occasion: MessageOccasion,
        isDecoy: Bool = false, isSecret: Bool = false
    ) -> NewCode {
        let (code, record) = codes.draw(purpose, for: occasion.user, to: destination, at: clock.now)
        let message = prepared(
            kind, code: code, to: destination, on: occasion, isDecoy: isDecoy, isSecret: isSecret)
        return NewCode(destination: destination, message: message, record: record)
    }

    /// Prepares one message in the pool's words, as far as that can be done before its transaction has ended.
    ///
    /// The code is empty in an invitation of somebody who has no password. Where `isSecret`, the caller must not learn of
    /// the message's fate: it would tell whether somebody stands behind a name. A decoy takes the same steps and goes
    /// nowhere.
    func prepared(
        _ kind: Message.Kind, code: String, to destination: DeliveryDestination, on occasion: MessageOccasion,
        isDecoy: Bool = false, isSecret: Bool = false
    ) -> PreparedMessage {
        let occasion = occasion.reaching(destination)
        do {
            let sender = try sender(of: kind, code: code, by: destination.medium, on: occasion)
            let message = message(kind, code: code, to: destination, on: occasion, by: sender, reworded: nil)
            let delivery = try courier.consign(message, isDecoy: isDecoy)
            return .ready(
                // What becomes of a message that a function sends is the function's affair.
                ReadyMessage(delivery: delivery, isSecret: isSecret || sender != nil) {
                    [self] () async throws(ServiceFault) in
                    guard sender == nil, let custom = try await customMessage(kind, on: occasion) else { return nil }
                    return self.message(kind, code: code, to: destination, on: occasion, by: nil, reworded: custom)
                })
        } catch {
            return .impossible(error as? ServiceFault ?? ServiceFault(undelivered: error))
        }
    }

    /// Hands over a message that a transaction has kept, in the words of the pool's function if it has one.
    ///
    /// Where the function fails, nobody gets the message; should the server end while it is asked, it goes out in the
    /// pool's words.
    /// - Throws: `CodeDeliveryFailureException` when the message could not be made or the courier refuses it; what the
    ///   function's failure means.
    func send(_ message: PreparedMessage) async throws(ServiceFault) {
        switch message {
        case .ready(let message): try await send(message)
        case .impossible(let fault): throw fault
        }
    }

    /// Hands over messages one after the other; the first failure is told once all of them were.
    /// - Throws: as for one message.
    func send(_ messages: [PreparedMessage]) async throws(ServiceFault) {
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
            // One that cannot be withdrawn goes out later, with a code for a step that the caller was told has failed.
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
        let text = MessageText(kind, medium: destination.medium, in: pool, hasCode: !code.isEmpty)
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
