// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
package import GatehouseCrypto
package import Logging

/// The courier that keeps messages in a queue on disk until somebody has taken them over.
///
/// A message is kept first and sent then, by `run()`; who hands it over waits a moment for the outcome. What cannot be
/// sent now is tried again, with growing pauses, until what it carries has expired. A message is sent twice only if the
/// process ends between the other side's word and the queue's note of it, for which nobody waits.
package struct PostOffice: Courier {
    /// How long things may take.
    package struct Patience: Sendable {
        /// How long a caller waits for the outcome.
        package var caller: Duration = .seconds(10)
        /// How long one attempt may take.
        package var attempt: Duration = .seconds(60)
        /// How often the queue is searched for messages whose time has come.
        package var search: Duration = .seconds(2)

        /// The usual patience.
        package init() {}
    }

    /// What became of an attempt, for the caller who waits.
    enum Outcome: Sendable, Equatable {
        case sent
        case refused(DeliveryRefusal)
        case postponed
    }

    /// How much longer than one attempt a message is kept from others.
    static let leaseMargin = Duration.seconds(60)
    /// Attempts that run at the same time.
    static let lanes = 8

    let queue: any MessageQueue
    let carriers: [Message.Medium: any Carrier]
    /// What takes messages to the functions that send them.
    let senders: (any Carrier)?
    let sealer: Sealer
    let clock: WallClock
    let entropy: Entropy
    let logger: Logger
    let patience: Patience
    let pause: @Sendable (Duration) async throws -> Void
    let tasks = OfficeTasks()

    /// Opens a post office; nothing is sent before `run()`.
    ///
    /// `pause` waits for a duration and throws when the task is cancelled.
    package init(
        queue: any MessageQueue, carriers: [Message.Medium: any Carrier], senders: (any Carrier)? = nil,
        sealer: Sealer, clock: WallClock, entropy: Entropy, logger: Logger, patience: Patience = Patience(),
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.queue = queue
        self.carriers = carriers
        self.senders = senders
        self.sealer = sealer
        self.clock = clock
        self.entropy = entropy
        self.logger = logger
        self.patience = patience
        self.pause = pause
    }

    /// Makes a message ready for a transaction in the queue's own database.
    ///
    /// Once it is committed, the message goes out unless it is withdrawn: where nobody hands it over, after its lease has
    /// ended. Other words that it is handed over in are kept only once an attempt was in vain or it is left to the queue.
    /// - Throws: when the message cannot be sealed.
    package func consign(_ message: Message, isDecoy: Bool) throws -> PreparedDelivery {
        let parcel = Parcel(message, id: entropy.uuid(), isDecoy: isDecoy, lease: lease)
        return PreparedDelivery(
            queued: try parcel.queued(sealer: sealer), takeBack: { [queue] in try await queue.remove(parcel.id) }
        ) { reworded, waits in
            let parcel = reworded.map(parcel.reworded) ?? parcel
            guard waits else {
                if !tasks.add(.send(parcel, reply: nil)) { await leave(parcel, reply: nil) }
                return
            }
            let (outcomes, reply) = AsyncStream.makeStream(of: Outcome.self, bufferingPolicy: .bufferingNewest(1))
            guard tasks.add(.send(parcel, reply: reply)) else { return await leave(parcel, reply: nil) }
            if case .refused(let refusal) = await first(of: outcomes) { throw refusal }
        }
    }

    /// The end of a lease that begins now.
    var lease: Date {
        clock.now.addingTimeInterval((patience.attempt + Self.leaseMargin) / .seconds(1))
    }

    /// The outcome, or nothing if it takes too long: the message goes on without its sender then.
    private func first(of outcomes: AsyncStream<Outcome>) async -> Outcome? {
        await withTaskGroup(of: Outcome?.self) { group in
            group.addTask { await outcomes.first { _ in true } }
            group.addTask {
                try? await pause(patience.caller)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
