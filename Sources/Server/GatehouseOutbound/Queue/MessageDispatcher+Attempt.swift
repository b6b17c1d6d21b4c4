// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import Logging

extension MessageDispatcher {
    /// Tries to send a message once, logs the outcome, reports it to the waiting caller, and then stores it in the
    /// queue.
    ///
    /// The caller does not wait for the storing: if that fails, the message is tried again after its lease.
    func attempt(_ outgoing: OutgoingMessage, reporting report: (Outcome) -> Void) async {
        guard !outgoing.isDecoy else {
            report(.sent)
            return await forget(outgoing)
        }
        guard clock.now < outgoing.message.expiresAt else {
            log(.error, "A message expired before it could be sent", outgoing)
            report(.postponed)
            return await forget(outgoing)
        }
        do throws(CarriageFailure) {
            try await carry(outgoing)
            log(.debug, "A message was sent", outgoing)
            report(.sent)
            await forget(outgoing)
        } catch {
            await settle(outgoing, after: error, reporting: report)
        }
    }

    /// Leaves a message in the queue, with its reworded text if there is one, and ends the caller's wait.
    func leave(_ outgoing: OutgoingMessage, reply: AsyncStream<Outcome>.Continuation?) async {
        if outgoing.isReworded {
            await note(outgoing, failing: "A reworded message could not be stored") {
                try await queue.replace(outgoing.queued(sealer: sealer), takenUntil: outgoing.lease)
            }
        }
        reply?.finish()
    }

    private func settle(
        _ outgoing: OutgoingMessage, after failure: CarriageFailure, reporting report: (Outcome) -> Void
    ) async {
        switch failure {
        case .refused(let said):
            let text = ProviderText(said, about: outgoing.message).text
            log(.warning, "A message was refused", outgoing, cause: text)
            report(.refused(DeliveryRefusal(text)))
            await forget(outgoing)
        case .postponed(let said):
            let text = ProviderText(said, about: outgoing.message).text
            log(.warning, "A message could not be sent yet", outgoing, cause: text)
            report(.postponed)
            await putOff(outgoing)
        }
    }

    private func carry(_ outgoing: OutgoingMessage) async throws(CarriageFailure) {
        guard let carrier = outgoing.message.sender == nil ? carriers[outgoing.message.medium] : senders else {
            throw .postponed("no way to send \(outgoing.message.medium.rawValue) messages is configured")
        }
        let failure = await withTaskGroup(of: CarriageFailure?.self) { group in
            group.addTask {
                do throws(CarriageFailure) {
                    try await carrier.carry(outgoing.message, id: outgoing.id)
                    return nil
                } catch {
                    return error
                }
            }
            group.addTask {
                try? await pause(patience.attempt)
                return .postponed("the attempt took too long")
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        if let failure { throw failure }
    }

    private func putOff(_ outgoing: OutgoingMessage) async {
        let attempts = outgoing.attempts + 1
        let pause = RetrySchedule.pause(afterAttempts: attempts, chance: entropy.bytes(1)[0])
        let next = min(clock.now.addingTimeInterval(pause), outgoing.message.expiresAt)
        await note(outgoing) {
            guard outgoing.isReworded else {
                return try await queue.postpone(outgoing.id, attempts: attempts, until: next)
            }
            var queued = try outgoing.queued(sealer: sealer)
            (queued.attempts, queued.nextAttemptAt) = (attempts, next)
            try await queue.replace(queued, takenUntil: outgoing.lease)
        }
    }

    private func forget(_ outgoing: OutgoingMessage) async {
        await note(outgoing) { try await queue.remove(outgoing.id) }
    }

    private func note(
        _ outgoing: OutgoingMessage, failing failure: Logger.Message = "The outcome of an attempt could not be stored",
        _ change: () async throws -> Void
    ) async {
        do {
            try await change()
        } catch {
            log(.error, failure, outgoing, cause: "\(error)")
        }
    }

    /// Logs the outcome of an attempt; never recipient, code or body.
    private func log(_ level: Logger.Level, _ text: Logger.Message, _ outgoing: OutgoingMessage, cause: String? = nil) {
        var metadata: Logger.Metadata = [
            "message_id": "\(outgoing.id)", "kind": "\(outgoing.message.kind.rawValue)",
            "medium": "\(outgoing.message.medium.rawValue)", "attempts": "\(outgoing.attempts)",
        ]
        if let cause { metadata["cause"] = "\(cause)" }
        logger.log(level: level, text, metadata: metadata)
    }
}
