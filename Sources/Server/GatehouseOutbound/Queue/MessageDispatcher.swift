// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
package import GatehouseCrypto
package import GatehouseServerCrypto
package import Logging

/// The courier that stores messages in a queue on disk until a mail server, gateway or function has accepted them.
///
/// A message is first stored, then sent by `run()`; the caller waits a limited time for the outcome. After a temporary
/// failure, the message is retried with growing pauses until its code or password expires. A message is sent twice only
/// if the process ends after the server has accepted it and before it has been removed from the queue.
package struct MessageDispatcher: Courier {
    /// The time limits of a message dispatcher.
    package struct Patience: Sendable {
        /// The longest time that a caller waits for the outcome.
        package var caller: Duration = .seconds(10)
        /// The longest duration of one attempt.
        package var attempt: Duration = .seconds(60)
        /// The interval between searches for due messages.
        package var search: Duration = .seconds(2)

        /// Creates the default limits.
        package init() {}
    }

    /// The outcome of an attempt, for the waiting caller.
    enum Outcome: Sendable, Equatable {
        case sent
        case refused(DeliveryRefusal)
        case postponed
    }

    /// The time that a lease exceeds the longest duration of an attempt.
    ///
    /// The clocks of two nodes may be ten seconds apart, and a database on a server takes up to twelve to store the outcome
    /// or to refuse it. With less, a message could be sent twice although no process has died. With more, what a killed
    /// process was sending would wait longer.
    static let leaseMargin = Duration.seconds(30)
    /// The largest number of concurrent attempts.
    static let lanes = 8

    let queue: any MessageQueue
    let carriers: [Message.Medium: any Carrier]
    /// The carrier for messages that functions send.
    let senders: (any Carrier)?
    let sealer: Sealer
    let clock: WallClock
    let entropy: Entropy
    let logger: Logger
    let patience: Patience
    let pause: @Sendable (Duration) async throws -> Void
    let tasks = DispatchTasks()

    /// Creates a message dispatcher; it sends no message before `run()`.
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

    /// Prepares a message for a transaction in the queue's own database.
    ///
    /// After the commit, the message is sent unless it is withdrawn; if the caller does not deliver it, `run()` sends
    /// it after its lease. The reworded message of a delivery is stored only after a failed attempt or when it is left
    /// in the queue.
    /// - Throws: an error when the message cannot be sealed.
    package func consign(_ message: Message, isDecoy: Bool) throws -> PreparedDelivery {
        let outgoing = OutgoingMessage(message, id: entropy.uuid(), isDecoy: isDecoy, lease: lease)
        return PreparedDelivery(
            queued: try outgoing.queued(sealer: sealer), takeBack: { [queue] in try await queue.remove(outgoing.id) }
        ) { reworded, waits in
            let outgoing = reworded.map(outgoing.reworded) ?? outgoing
            guard waits else {
                if !tasks.add(.send(outgoing, reply: nil)) { await leave(outgoing, reply: nil) }
                return
            }
            let (outcomes, reply) = AsyncStream.makeStream(of: Outcome.self, bufferingPolicy: .bufferingNewest(1))
            guard tasks.add(.send(outgoing, reply: reply)) else { return await leave(outgoing, reply: nil) }
            if case .refused(let refusal) = await first(of: outcomes) { throw refusal }
        }
    }

    /// The end of a lease that starts now.
    var lease: Date {
        clock.now.addingTimeInterval((patience.attempt + Self.leaseMargin) / .seconds(1))
    }

    /// The outcome, or `nil` after the time limit; the delivery then continues without its caller.
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
