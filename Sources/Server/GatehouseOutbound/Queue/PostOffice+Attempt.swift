// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import Logging

extension PostOffice {
    /// Tries to send a parcel once, logs the outcome, reports it to the waiting caller, and then stores it in the
    /// queue.
    ///
    /// The caller does not wait for the storing: if that fails, the parcel is tried again after its lease.
    func attempt(_ parcel: Parcel, telling tell: (Outcome) -> Void) async {
        guard !parcel.isDecoy else {
            tell(.sent)
            return await forget(parcel)
        }
        guard clock.now < parcel.message.expiresAt else {
            log(.error, "A message expired before it could be sent", parcel)
            tell(.postponed)
            return await forget(parcel)
        }
        do throws(CarriageFailure) {
            try await carry(parcel)
            log(.debug, "A message was sent", parcel)
            tell(.sent)
            await forget(parcel)
        } catch {
            await settle(parcel, after: error, telling: tell)
        }
    }

    /// Leaves a parcel in the queue, with its reworded message if there is one, and ends the caller's wait.
    func leave(_ parcel: Parcel, reply: AsyncStream<Outcome>.Continuation?) async {
        if parcel.isReworded {
            await note(parcel, failing: "A reworded message could not be stored") {
                try await queue.replace(parcel.queued(sealer: sealer), takenUntil: parcel.lease)
            }
        }
        reply?.finish()
    }

    private func settle(_ parcel: Parcel, after failure: CarriageFailure, telling tell: (Outcome) -> Void) async {
        switch failure {
        case .refused(let said):
            let text = ProviderText(said, about: parcel.message).text
            log(.warning, "A message was refused", parcel, cause: text)
            tell(.refused(DeliveryRefusal(text)))
            await forget(parcel)
        case .postponed(let said):
            let text = ProviderText(said, about: parcel.message).text
            log(.warning, "A message could not be sent yet", parcel, cause: text)
            tell(.postponed)
            await putOff(parcel)
        }
    }

    private func carry(_ parcel: Parcel) async throws(CarriageFailure) {
        guard let carrier = parcel.message.sender == nil ? carriers[parcel.message.medium] : senders else {
            throw .postponed("no way to send \(parcel.message.medium.rawValue) messages is configured")
        }
        let failure = await withTaskGroup(of: CarriageFailure?.self) { group in
            group.addTask {
                do throws(CarriageFailure) {
                    try await carrier.carry(parcel.message, id: parcel.id)
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

    private func putOff(_ parcel: Parcel) async {
        let attempts = parcel.attempts + 1
        let pause = RetrySchedule.pause(afterAttempts: attempts, chance: entropy.bytes(1)[0])
        let next = min(clock.now.addingTimeInterval(pause), parcel.message.expiresAt)
        await note(parcel) {
            guard parcel.isReworded else {
                return try await queue.postpone(parcel.id, attempts: attempts, until: next)
            }
            var queued = try parcel.queued(sealer: sealer)
            (queued.attempts, queued.nextAttemptAt) = (attempts, next)
            try await queue.replace(queued, takenUntil: parcel.lease)
        }
    }

    private func forget(_ parcel: Parcel) async {
        await note(parcel) { try await queue.remove(parcel.id) }
    }

    private func note(
        _ parcel: Parcel, failing failure: Logger.Message = "The outcome of an attempt could not be stored",
        _ change: () async throws -> Void
    ) async {
        do {
            try await change()
        } catch {
            log(.error, failure, parcel, cause: "\(error)")
        }
    }

    /// Logs the outcome of an attempt; never recipient, code or body.
    private func log(_ level: Logger.Level, _ text: Logger.Message, _ parcel: Parcel, cause: String? = nil) {
        var metadata: Logger.Metadata = [
            "message_id": "\(parcel.id)", "kind": "\(parcel.message.kind.rawValue)",
            "medium": "\(parcel.message.medium.rawValue)", "attempts": "\(parcel.attempts)",
        ]
        if let cause { metadata["cause"] = "\(cause)" }
        logger.log(level: level, text, metadata: metadata)
    }
}
