// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseTestSupport
import Testing

@testable import GatehouseOutbound

@Suite(.hangLimit) struct MessageDispatcherTests {
    private let patience = MessageDispatcher.Patience()

    @Test func `a message is sent at once, once, and forgotten`() async throws {
        let fixture = try await DispatcherFixture()
        try await fixture.whileOpen { dispatcher in try await fixture.deliver(.make(body: "one"), by: dispatcher) }
        #expect(fixture.carrier.taken == ["one"])
        #expect(try await fixture.held().isEmpty)
        fixture.clock.advance(by: .seconds(3_600))
        await fixture.round()
        #expect(fixture.carrier.taken == ["one"])
    }

    @Test func `each waiting message is sealed on its own`() async throws {
        let fixture = try await DispatcherFixture()
        try await fixture.post(.make())
        let held = try #require(try await fixture.held().first)
        let bytes = String(decoding: held.sealed, as: UTF8.self)
        for word in ["314159", "ada", "example.org", "SignUp"] { #expect(!bytes.contains(word)) }
        let moved = QueuedMessage(
            id: "other", sealed: held.sealed, nextAttemptAt: held.nextAttemptAt, expiresAt: held.expiresAt)
        #expect(throws: SealingError.notAuthentic) {
            try OutgoingMessage(moved, sealer: fixture.sealer, lease: fixture.clock.now)
        }
        let outgoing = try OutgoingMessage(held, sealer: fixture.sealer, lease: fixture.clock.now)
        #expect(outgoing.message == .make())
    }

    @Test func `a refusal reaches the sender of the message without address and code`() async throws {
        let fixture = try await DispatcherFixture()
        fixture.carrier.behave(.fail(.refused("550 <ada@example.org> 314159 no")))
        try await fixture.whileOpen { dispatcher in
            _ = await #expect(throws: DeliveryRefusal("550 <***> *** no")) {
                try await fixture.deliver(.make(), by: dispatcher)
            }
        }
        #expect(try await fixture.held().isEmpty)
    }

    @Test func `a message that cannot be sent now succeeds for its sender and is retried later`() async throws {
        let fixture = try await DispatcherFixture()
        fixture.carrier.behave(.fail(.postponed("421 later")))
        try await fixture.whileOpen { dispatcher in try await fixture.deliver(.make(body: "one"), by: dispatcher) }
        let held = try #require(try await fixture.held().first)
        #expect(held.attempts == 1)
        #expect((3.9...5).contains(held.nextAttemptAt.timeIntervalSince(fixture.clock.now)))
        fixture.carrier.behave(.take)
        await fixture.round()
        #expect(fixture.carrier.taken.isEmpty)
        fixture.clock.advance(by: .seconds(5))
        await fixture.round()
        #expect(fixture.carrier.taken == ["one"])
        #expect(try await fixture.held().isEmpty)
    }

    @Test func `a message with a replaced text is sent with that text at every attempt`() async throws {
        let fixture = try await DispatcherFixture()
        fixture.carrier.behave(.fail(.postponed("421 later")))
        try await fixture.whileOpen { dispatcher in
            let delivery = try dispatcher.consign(.make(body: "ours"), isDecoy: false)
            try await fixture.keep(delivery)
            try await delivery.deliver(.make(body: "theirs"))
        }
        let held = try #require(try await fixture.held().first)
        #expect(held.attempts == 1)
        #expect((3.9...5).contains(held.nextAttemptAt.timeIntervalSince(fixture.clock.now)))
        for attempts in 2...3 {
            fixture.clock.advance(by: .seconds(60))
            await fixture.round()
            #expect(try await fixture.held().map(\.attempts) == [attempts])
        }
        fixture.carrier.behave(.take)
        fixture.clock.advance(by: .seconds(60))
        await fixture.round()
        #expect(fixture.carrier.taken == ["theirs"])
        #expect(try await fixture.held().isEmpty)
    }

    @Test(arguments: [false, true])
    func `a message that is handed over to a closed dispatcher keeps its replaced text for the next dispatcher`(
        waits: Bool
    ) async throws {
        let fixture = try await DispatcherFixture()
        let dispatcher = fixture.dispatcher()
        dispatcher.close()
        await dispatcher.run()
        let delivery = try dispatcher.consign(.make(body: "ours"), isDecoy: false)
        try await fixture.keep(delivery)
        let theirs = Message.make(body: "theirs")
        try await waits ? delivery.deliver(theirs) : delivery.post(theirs)
        fixture.clock.advance(by: .seconds(121))
        await fixture.round()
        #expect(fixture.carrier.taken == ["theirs"])
    }

    @Test func `a message beyond the capacity keeps its replaced text`() async throws {
        let fixture = try await DispatcherFixture()
        fixture.carrier.behave(.hang)
        try await fixture.whileOpen { dispatcher in
            // None of these messages is in the queue, where it would be found again.
            for _ in 0..<MessageDispatcher.lanes + WaitingMessages.capacity {
                try await dispatcher.consign(.make(body: "crowd"), isDecoy: false).post()
            }
            let delivery = try dispatcher.consign(.make(body: "ours"), isDecoy: false)
            try await fixture.keep(delivery)
            try await delivery.deliver(.make(body: "theirs"))
            fixture.carrier.letGo()
        }
        fixture.clock.advance(by: .seconds(3_600))
        await fixture.round()
        #expect(fixture.carrier.taken.filter { $0 != "crowd" } == ["theirs"])
    }

    @Test(arguments: [false, true])
    func `a message that waits too long, or until the dispatcher closes, keeps its replaced text`(
        closes: Bool
    ) async throws {
        let fixture = try await DispatcherFixture()
        fixture.carrier.behave(.hang)
        try await fixture.whileOpen { dispatcher in
            for _ in 0..<MessageDispatcher.lanes { try await fixture.post(.make(body: "first"), by: dispatcher) }
            for _ in 0..<MessageDispatcher.lanes { await fixture.carrier.attemptBegins() }
            let delivery = try dispatcher.consign(.make(body: "ours"), isDecoy: false)
            try await fixture.keep(delivery)
            if closes {
                try await delivery.post(.make(body: "theirs"))
                dispatcher.close()
            } else {
                // Its lease would end before an attempt must.
                fixture.clock.advance(by: MessageDispatcher.leaseMargin + .seconds(1))
                try await delivery.deliver(.make(body: "theirs"))
            }
            fixture.carrier.letGo()
        }
        fixture.clock.advance(by: .seconds(3_600))
        await fixture.round()
        #expect(fixture.carrier.taken.filter { $0 != "first" } == ["theirs"])
    }

    @Test func `a message without a sender after a restart goes out with the text that was stored`() async throws {
        let fixture = try await DispatcherFixture()
        let delivery = try fixture.dispatcher().consign(.make(body: "ours"), isDecoy: false)
        try await fixture.keep(delivery)
        await fixture.round()
        #expect(fixture.carrier.taken.isEmpty)
        fixture.clock.advance(by: .seconds(121))
        await fixture.round()
        #expect(fixture.carrier.taken == ["ours"])
    }

    @Test func `a message that is withdrawn is never sent`() async throws {
        let fixture = try await DispatcherFixture()
        let delivery = try fixture.dispatcher().consign(.make(), isDecoy: false)
        try await fixture.keep(delivery)
        try await delivery.withdraw()
        #expect(try await fixture.held().isEmpty)
        fixture.clock.advance(by: .seconds(121))
        await fixture.round()
        #expect(fixture.carrier.taken.isEmpty)
    }

    @Test func `pauses grow, and what has expired is dropped unsent`() async throws {
        let fixture = try await DispatcherFixture()
        fixture.carrier.behave(.fail(.postponed("421 later")))
        let expiry = fixture.clock.now.addingTimeInterval(3_600)
        try await fixture.post(.make(at: fixture.clock.now, until: expiry))
        var pauses: [Double] = []
        while let held = try await fixture.held().first, fixture.clock.now < expiry {
            pauses.append(held.nextAttemptAt.timeIntervalSince(fixture.clock.now))
            fixture.clock.advance(by: .seconds(pauses.last ?? 0))
            await fixture.round()
        }
        // The first is the lease of the attempt that never came.
        #expect(pauses.count >= 10)
        #expect(pauses.dropFirst().dropLast().allSatisfy { (3.9...600).contains($0) })
        #expect(zip(pauses.dropFirst(), pauses.dropFirst(2)).prefix(6).allSatisfy { $0 < $1 })
        fixture.carrier.behave(.take)
        await fixture.round()
        #expect(fixture.carrier.taken.isEmpty)
        #expect(try await fixture.held().isEmpty)
    }

    @Test func `a message that was kept when the process ended is sent by the next after a minute and a half`()
        async throws
    {
        let fixture = try await DispatcherFixture()
        try await fixture.post(.make(body: "kept"))
        await fixture.round()
        fixture.clock.advance(by: .seconds(89))
        await fixture.round()
        #expect(fixture.carrier.taken.isEmpty)
        fixture.clock.advance(by: .seconds(1))
        await fixture.round()
        #expect(fixture.carrier.taken == ["kept"])
    }

    @Test func `a sender does not wait for ever, and the message goes on once`() async throws {
        let fixture = try await DispatcherFixture()
        fixture.carrier.behave(.hang)
        try await fixture.whileOpen { dispatcher in
            fixture.pauses.end(patience.caller)
            try await fixture.deliver(.make(body: "slow"), by: dispatcher)
            #expect(fixture.carrier.taken.isEmpty)
            fixture.carrier.letGo()
        }
        fixture.clock.advance(by: .seconds(3_600))
        await fixture.round()
        #expect(fixture.carrier.taken == ["slow"])
        #expect(try await fixture.held().isEmpty)
    }

    @Test func `a sender does not wait for the queue to forget what was sent`() async throws {
        let fixture = try await DispatcherFixture()
        let queue = SlowQueue(queue: fixture.queue)
        let dispatcher = fixture.dispatcher(queue: queue)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await dispatcher.run() }
            defer { dispatcher.close() }
            try await fixture.deliver(.make(body: "one"), by: dispatcher)
            #expect(fixture.carrier.taken == ["one"])
            queue.letGo()
        }
        #expect(try await fixture.held().isEmpty)
    }

    @Test func `an attempt does not last for ever`() async throws {
        let fixture = try await DispatcherFixture()
        fixture.carrier.behave(.hang)
        fixture.pauses.end(patience.attempt)
        try await fixture.whileOpen { dispatcher in try await fixture.deliver(.make(), by: dispatcher) }
        #expect(try await fixture.held().map(\.attempts) == [1])
    }

    @Test func `closing finishes deliveries that have begun and leaves the others in the queue`() async throws {
        let fixture = try await DispatcherFixture()
        fixture.carrier.behave(.hang)
        let dispatcher = fixture.dispatcher()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await dispatcher.run() }
            group.addTask { try await fixture.deliver(.make(body: "begun"), by: dispatcher) }
            await fixture.carrier.attemptBegins()
            dispatcher.close()
            try await fixture.deliver(.make(body: "late"), by: dispatcher)
            fixture.carrier.letGo()
            try await group.waitForAll()
        }
        #expect(fixture.carrier.taken == ["begun"])
        #expect(try await fixture.held().count == 1)
    }

    @Test func `decoys go through the queue and nowhere else`() async throws {
        let fixture = try await DispatcherFixture()
        try await fixture.post(.make(body: "decoy"), isDecoy: true)
        #expect(try await fixture.held().count == 1)
        try await fixture.whileOpen { dispatcher in
            try await fixture.post(.make(body: "decoy"), isDecoy: true, by: dispatcher)
            try await fixture.deliver(.make(body: "real"), by: dispatcher)
        }
        fixture.clock.advance(by: .seconds(3_600))
        await fixture.round()
        #expect(fixture.carrier.taken == ["real"])
        #expect(try await fixture.held().isEmpty)
    }

    @Test func `many messages at once are each sent once, a few at a time`() async throws {
        let fixture = try await DispatcherFixture()
        try await fixture.whileOpen { dispatcher in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask { try await fixture.deliver(.make(body: "\(number)"), by: dispatcher) }
                }
                try await group.waitForAll()
            }
        }
        #expect(fixture.carrier.taken.count == 200)
        #expect(Set(fixture.carrier.taken).count == 200)
        #expect(fixture.carrier.mostRunning <= MessageDispatcher.lanes)
        #expect(try await fixture.held().isEmpty)
    }

    @Test func `dispatchers that share a queue do not send what another has taken`() async throws {
        let fixture = try await DispatcherFixture()
        for number in 0..<20 { try await fixture.post(.make(body: "\(number)")) }
        fixture.clock.advance(by: .seconds(120))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { await fixture.round() } }
        }
        #expect(fixture.carrier.taken.count == 20)
        #expect(Set(fixture.carrier.taken).count == 20)
    }

    @Test func `a message whose key is missing is dropped and does not block others`() async throws {
        let fixture = try await DispatcherFixture()
        let other = Sealer(ring: try KeyRing.generate(id: "other", entropy: .seeded(8)), entropy: .seeded(9))
        try await fixture.post(.make(body: "lost"), by: fixture.dispatcher(sealer: other))
        try await fixture.post(.make(body: "found"))
        fixture.clock.advance(by: .seconds(120))
        await fixture.round()
        #expect(fixture.carrier.taken == ["found"])
        #expect(try await fixture.held().isEmpty)
    }

    @Test func `a message that can neither be opened nor removed does not block others`() async throws {
        let fixture = try await DispatcherFixture()
        let other = Sealer(ring: try KeyRing.generate(id: "other", entropy: .seeded(8)), entropy: .seeded(9))
        try await fixture.post(.make(body: "lost"), by: fixture.dispatcher(sealer: other))
        let lost = try #require(try await fixture.held().first)
        fixture.clock.advance(by: .seconds(1))
        try await fixture.post(.make(body: "found"))
        fixture.clock.advance(by: .seconds(120))
        await fixture.round(queue: StubbornQueue(queue: fixture.queue, kept: lost.id))
        #expect(fixture.carrier.taken == ["found"])
        #expect(try await fixture.held().map(\.id) == [lost.id])
    }
}

/// A queue that fails to remove one message.
private struct StubbornQueue: MessageQueue {
    struct Refusal: Error {}

    let queue: any MessageQueue
    let kept: String

    func claim(dueBy now: Date, until lease: Date, limit: Int) async throws -> [QueuedMessage] {
        try await queue.claim(dueBy: now, until: lease, limit: limit)
    }

    func postpone(_ id: String, attempts: Int, until date: Date) async throws {
        try await queue.postpone(id, attempts: attempts, until: date)
    }

    func replace(_ message: QueuedMessage, takenUntil lease: Date) async throws {
        try await queue.replace(message, takenUntil: lease)
    }

    func remove(_ id: String) async throws {
        guard id != kept else { throw Refusal() }
        try await queue.remove(id)
    }
}

/// A queue that removes messages only where the test asks for it.
private struct SlowQueue: MessageQueue {
    let queue: any MessageQueue
    private let told: AsyncStream<Void>
    private let tell: AsyncStream<Void>.Continuation

    init(queue: any MessageQueue) {
        self.queue = queue
        (told, tell) = AsyncStream.makeStream()
    }

    func letGo() { tell.finish() }

    func claim(dueBy now: Date, until lease: Date, limit: Int) async throws -> [QueuedMessage] {
        try await queue.claim(dueBy: now, until: lease, limit: limit)
    }

    func postpone(_ id: String, attempts: Int, until date: Date) async throws {
        try await queue.postpone(id, attempts: attempts, until: date)
    }

    func replace(_ message: QueuedMessage, takenUntil lease: Date) async throws {
        try await queue.replace(message, takenUntil: lease)
    }

    func remove(_ id: String) async throws {
        for await _ in told {}
        try await queue.remove(id)
    }
}
