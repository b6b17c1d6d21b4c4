// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// Connections that are lost while a message of the client is handled.
@Suite(.hangLimit) struct LostConnectionTests {
    private static let schema = """
        type Todo @model @auth(rules: [{ allow: public }, { allow: custom }]) { id: ID! content: String }
        """

    @Test func `a connection that is lost while its caller is checked leaves no task and no subscription`()
        async throws
    {
        let asked = Latch()
        let answer = Relay<Bool>()
        let function = ScriptedFunctions { _ throws(TriggerFailure) in
            asked.open()
            return ["isAuthorized": .bool(await answer.next() ?? false)]
        }
        let bench = try await DataBench(
            schema: Self.schema, modes: [.apiKey, .function], authorizer: AuthorizerSource(function: "arn:f"),
            functions: function)
        let released = try await loseSocket(of: bench) { connection in
            try await connection.initialize()
            connection.start("1", "subscription { onCreateTodo { content } }", [("Authorization", "token")])
            await asked.wait()
        }
        answer.send(true)
        await released.wait()
        #expect(bench.events.count == 0)
    }

    @Test func `a connection that is lost during its acknowledgment leaves no task`() async throws {
        let bench = try await DataBench(schema: Self.schema, modes: [.apiKey, .function])
        let released = try await loseSocket(of: bench) { connection in
            connection.socket.stopReading()
            connection.socket.say(#"{"type":"connection_init"}"#)
            await connection.socket.isHeldBack.wait()
        }
        await released.wait()
    }

    /// Opens a connection and loses it in the midst of a message.
    /// - Returns: a latch that opens when no task holds the connection.
    private func loseSocket(
        of bench: DataBench, after begin: (OpenSocket) async throws -> Void
    ) async throws -> Latch {
        let connection = try await bench.open(bench.withKey)
        try await begin(connection)
        await connection.lose()
        return connection.socket.released
    }
}
