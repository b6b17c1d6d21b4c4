// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import GatehouseSites
import Testing

@testable import GatehouseDataSite

/// What follows from the messages of a client and from events, without a socket.
@Suite struct RealtimeSessionTests {
    private static let start = RealtimeStart(data: "{}", authorization: [])

    /// A session whose client is ready.
    private static func initialized() -> RealtimeSession {
        var session = RealtimeSession()
        _ = session.take(.initialize)
        return session
    }

    @Test func `an acknowledgment and a sign of life follow connection_init, each time`() {
        var session = RealtimeSession()
        #expect(!session.isInitialized)
        for _ in 0..<2 { #expect(session.take(.initialize) == [.send(.connectionAck), .send(.keepAlive)]) }
        #expect(session.isInitialized)
    }

    @Test func `a start before connection_init is not supported`() {
        var session = RealtimeSession()
        #expect(
            session.take(.start(id: "1", Self.start))
                == [.send(.error(id: "1", [RealtimeError.unsupported.members]))])
        #expect(session.count == 0)
    }

    @Test func `a subscription starts, has events and ends`() {
        var session = Self.initialized()
        #expect(session.take(.start(id: "a", Self.start)) == [.subscribe(Self.start, number: 1)])
        #expect(session.accept(1) == [.send(.startAck(id: "a"))])
        #expect(session.receive(["data": .null], 1) == [.send(.data(id: "a", ["data": .null]))])
        #expect(session.take(.stop(id: "a")) == [.cancel(number: 1), .send(.complete(id: "a"))])
        #expect(session.receive(["data": .null], 1) == [])
        #expect(!session.has(1) && session.count == 0)
    }

    @Test func `a stop of an unknown subscription is answered too`() {
        var session = Self.initialized()
        #expect(session.take(.stop(id: "none")) == [.send(.complete(id: "none"))])
    }

    @Test func `a start with the id of another subscription replaces it`() {
        var session = Self.initialized()
        _ = session.take(.start(id: "a", Self.start))
        #expect(
            session.take(.start(id: "a", Self.start)) == [.cancel(number: 1), .subscribe(Self.start, number: 2)])
        #expect(session.accept(1) == [.cancel(number: 1)])
        #expect(session.receive([:], 1) == [])
        #expect(session.refuse(1, []) == [])
        #expect(session.accept(2) == [.send(.startAck(id: "a"))])
        #expect(session.count == 1)
    }

    @Test func `ids are compared by their bytes`() {
        var session = Self.initialized()
        _ = session.take(.start(id: "\u{E9}", Self.start))
        #expect(session.take(.start(id: "e\u{301}", Self.start)) == [.subscribe(Self.start, number: 2)])
        #expect(session.count == 2)
    }

    @Test func `a subscription that was stopped before its acknowledgment is cancelled`() {
        var session = Self.initialized()
        _ = session.take(.start(id: "a", Self.start))
        _ = session.take(.stop(id: "a"))
        #expect(session.accept(1) == [.cancel(number: 1)])
    }

    @Test func `a refusal frees the place of its subscription`() {
        var session = Self.initialized()
        _ = session.take(.start(id: "a", Self.start))
        let errors = [RealtimeError(.unauthorized(.expired)).members]
        #expect(session.refuse(1, errors) == [.cancel(number: 1), .send(.error(id: "a", errors))])
        #expect(session.count == 0)
    }

    @Test func `a connection has at most 100 subscriptions, and a place is free after a stop`() {
        var session = Self.initialized()
        for number in 1...100 {
            #expect(
                session.take(.start(id: "\(number)", Self.start)) == [.subscribe(Self.start, number: number)])
        }
        #expect(session.take(.start(id: "101", Self.start)) == [.send(.limit(id: "101", .tooMany))])
        #expect(session.count == 100)
        // The id of a present one takes its place.
        #expect(
            session.take(.start(id: "7", Self.start)) == [.cancel(number: 7), .subscribe(Self.start, number: 101)])
        _ = session.take(.stop(id: "50"))
        #expect(session.take(.start(id: "101", Self.start)) == [.subscribe(Self.start, number: 102)])
    }
}
