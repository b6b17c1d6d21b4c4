// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

/// The order of changes whose transactions end in another order than they began.
@Suite(.hangLimit)
struct DataEventsTests {
    private let hub = DataEvents()
    private let clock = ForwardClock(.system)
    private let prepared: PreparedAPI

    init() throws {
        prepared = PreparedAPI(
            "one", try Fixture.api("type Todo @model @auth(rules: [{ allow: private }]) { title: String }"),
            generation: 1)
    }

    private func subscribe(
        to kinds: [RecordChange.Kind] = [.update], _ scope: RecordScope = .everything, model: String = "Todo"
    ) -> EventMailbox {
        hub.subscribe(
            to: kinds.map { DataEvents.Topic(api: "one", model: model, kind: $0) }, scope, generation: 1,
            limits: DataLimits())
    }

    private func change(_ version: Int, of id: String = "1", owner: GraphQLValue = .null) -> RecordChange {
        RecordChange(
            .update,
            Record(
                model: "Todo", key: RecordID([.string(id)]), fields: ["id": .string(id), "owner": owner],
                version: version))
    }

    /// The versions of the changes that wait.
    private func waiting(_ mailbox: EventMailbox) async throws -> [Int] {
        hub.place(in: prepared, by: clock).handOver(change(-1, of: "last"))
        var versions: [Int] = []
        while let change = try await mailbox.next(), change.record.version >= 0 {
            versions.append(change.record.version)
        }
        return versions
    }

    @Test
    func `a change waits for the changes of its record that were made before`() async throws {
        let mailbox = subscribe()
        let places = (1...3).map { version in
            let place = hub.place(in: prepared, by: clock)
            place.take(change(version))
            return place
        }
        places[2].deliver()
        places[1].deliver()
        #expect(try await waiting(mailbox) == [])
        places[0].deliver()
        #expect(try await waiting(mailbox) == [1, 2, 3])
    }

    @Test
    func `a change that is rolled back lets the next one pass`() async throws {
        let mailbox = subscribe()
        let places = (1...3).map { version in
            let place = hub.place(in: prepared, by: clock)
            place.take(change(version))
            return place
        }
        places[1].leave()
        places[2].deliver()
        places[0].leave()
        #expect(try await waiting(mailbox) == [3])
    }

    @Test
    func `a place that is dropped without an end blocks no other change`() async throws {
        let mailbox = subscribe()
        var forgotten: EventPlace? = hub.place(in: prepared, by: clock)
        forgotten?.take(change(1))
        hub.place(in: prepared, by: clock).handOver(change(2))
        forgotten = nil
        #expect(try await waiting(mailbox) == [2])
    }

    @Test
    func `a transaction that is repeated has one place`() async throws {
        let mailbox = subscribe()
        let place = hub.place(in: prepared, by: clock)
        place.take(change(1))
        place.take(change(2))
        place.deliver()
        place.deliver()
        #expect(try await waiting(mailbox) == [2])
    }

    @Test
    func `changes of other records do not wait`() async throws {
        let mailbox = subscribe()
        let open = hub.place(in: prepared, by: clock)
        open.take(change(1, of: "a"))
        hub.place(in: prepared, by: clock).handOver(change(2, of: "b"))
        // Equal by normal form, but another record.
        hub.place(in: prepared, by: clock).handOver(change(3, of: "jos\u{E9}"))
        let other = hub.place(in: prepared, by: clock)
        other.take(change(4, of: "jose\u{301}"))
        #expect(try await waiting(mailbox) == [2, 3])
        other.deliver()
        open.deliver()
        #expect(try await waiting(mailbox) == [4, 1])
    }

    @Test
    func `a change reaches the mailboxes of its owners once`() async throws {
        let scope = RecordScope.members([
            RecordScope.Membership("owner", ["a1::alice", "a1", "alice"]), RecordScope.Membership("editors", ["alice"]),
        ])
        let owner = subscribe(to: [.create, .update], scope)
        let stranger = subscribe(to: [.update], .members([RecordScope.Membership("owner", ["bob"])]))
        let everyone = subscribe()
        hub.place(in: prepared, by: clock).handOver(change(1, owner: .list([.string("alice"), .string("a1")])))
        hub.place(in: prepared, by: clock).handOver(change(2, owner: .string("carol")))
        #expect(try await waiting(everyone) == [1, 2])
        hub.remove(stranger)
        hub.place(in: prepared, by: clock).handOver(change(-1, owner: .string("alice")))
        #expect(try await owner.next()?.record.version == 1)
        #expect(try await owner.next()?.record.version == -1)
        #expect(try await stranger.next() == nil)
        for mailbox in [owner, everyone] { hub.remove(mailbox) }
        #expect(hub.count == 0)
    }
}

extension EventPlace {
    /// Takes the place of a change that is committed at once.
    fileprivate func handOver(_ change: RecordChange) {
        take(change)
        deliver()
    }
}
