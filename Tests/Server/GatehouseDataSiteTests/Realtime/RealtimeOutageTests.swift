// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// Connections of `graphql-ws` while the server's database cannot be read.
@Suite(.hangLimit) struct RealtimeOutageTests {
    private static let schema = "type Todo @model @auth(rules: [{ allow: public }]) { id: ID! content: String }"
    private static let document = "subscription { onCreateTodo { content } }"

    @Test func `a connection whose caller cannot be looked up is closed without an error, to connect anew`()
        async throws
    {
        let bench = try await DataBench(schema: Self.schema)
        bench.keys.fail()
        let connection = try await bench.open(bench.withKey)
        #expect(await connection.status == .connectAnew("The server is busy."))
        #expect(try await connection.socket.hear() == .null)
        bench.keys.recover()
        let next = try await bench.connect(bench.withKey)
        try await next.subscribe("1", bench.withKey, to: Self.document)
        await next.hangUp()
    }

    @Test func `a start whose caller cannot be looked up closes the connection without an error, to connect anew`()
        async throws
    {
        let bench = try await DataBench(schema: Self.schema)
        let connection = try await bench.connect(bench.withKey)
        bench.keys.fail()
        _ = bench.reports.take()
        connection.start("1", Self.document, bench.withKey)
        #expect(await connection.status == .connectAnew("The server is busy."))
        #expect(try await connection.socket.hear() == .null)
        #expect(bench.reports.take().map(\.refusals) == [[.failure]])
    }

    @Test func `an outage between two events ends no subscription`() async throws {
        let bench = try await DataBench(schema: Self.schema)
        let connection = try await bench.connect(bench.withKey)
        try await connection.subscribe("1", bench.withKey, to: Self.document)
        bench.keys.fail()
        // The second check begins after the first one.
        for _ in 0..<2 { await bench.pauses.end(.seconds(3)) }
        bench.keys.recover()
        _ = try await bench.execute(
            #"mutation { createTodo(input: { content: "x" }) { content } }"#, as: bench.withKey)
        #expect(
            try await connection.socket.hear()
                == ["type": "data", "id": "1", "payload": ["data": ["onCreateTodo": ["content": "x"]]]])
        await connection.hangUp()
    }
}
