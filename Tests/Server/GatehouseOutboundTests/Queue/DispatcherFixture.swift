// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseSQLite
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseTestSupport
import Logging

@testable import GatehouseOutbound

/// A queue in memory and a carrier, for message dispatchers that open and close.
struct DispatcherFixture {
    /// The messages of the fixtures are written at its start.
    let clock = ManualClock(Date(timeIntervalSince1970: 1_767_225_600))
    let carrier = ScriptedCarrier()
    let pauses = ManualPauses()
    let queue: SQLMessageQueue
    private let database: SQLiteDatabase
    let sealer: Sealer

    init() async throws {
        database = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(database)
        queue = SQLMessageQueue(database)
        sealer = Sealer(ring: try KeyRing.generate(id: "test", entropy: .seeded(3)), entropy: .seeded(4))
    }

    /// Another dispatcher over the same queue, as after a restart.
    func dispatcher(sealer other: Sealer? = nil, queue otherQueue: (any MessageQueue)? = nil) -> MessageDispatcher {
        MessageDispatcher(
            queue: otherQueue ?? queue, carriers: [.email: carrier], sealer: other ?? sealer,
            clock: WallClock { clock.now },
            entropy: .system, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            pause: { try await pauses.pause($0) })
    }

    /// Stores a message in the queue, as the transaction that it belongs to does.
    func keep(_ delivery: PreparedDelivery) async throws {
        guard let queued = delivery.queued else { return }
        try await database.write { try $0.insert(queued) }
    }

    /// Stores a message, hands it over, and waits a moment for the delivery.
    func deliver(_ message: Message, by dispatcher: MessageDispatcher) async throws {
        let delivery = try dispatcher.consign(message, isDecoy: false)
        try await keep(delivery)
        try await delivery.deliver()
    }

    /// Stores a message and hands it over, without waiting for the delivery.
    func post(_ message: Message, isDecoy: Bool = false, by dispatcher: MessageDispatcher? = nil) async throws {
        let delivery = try (dispatcher ?? self.dispatcher()).consign(message, isDecoy: isDecoy)
        try await keep(delivery)
        try await delivery.post()
    }

    /// Opens a dispatcher for as long as `body` runs; attempts that have begun are ended before it closes.
    func whileOpen<Value: Sendable>(_ body: (MessageDispatcher) async throws -> Value) async throws -> Value {
        let dispatcher = dispatcher()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await dispatcher.run() }
            defer { dispatcher.close() }
            return try await body(dispatcher)
        }
    }

    /// Lets a new dispatcher look into the queue once and send what is due.
    func round(sealer: Sealer? = nil, queue: (any MessageQueue)? = nil) async {
        let dispatcher = dispatcher(sealer: sealer, queue: queue)
        dispatcher.tasks.add(.search)
        dispatcher.close()
        await dispatcher.run()
    }

    /// The messages in the queue, by the time at which they are due.
    func held() async throws -> [QueuedMessage] {
        let held = try await queue.claim(dueBy: .distantFuture, until: clock.now, limit: 1_000)
        for message in held {
            try await queue.postpone(message.id, attempts: message.attempts, until: message.nextAttemptAt)
        }
        return held
    }
}
