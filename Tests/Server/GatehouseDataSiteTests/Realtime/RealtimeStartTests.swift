// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseTestSupport
import GatehouseWire
import Synchronization
import Testing

@testable import GatehouseDataSite

/// Starts of subscriptions whose callers take time to check, beside the other messages of their connection.
@Suite(.hangLimit) struct RealtimeStartTests {
    private static let schema = """
        type Todo @model @auth(rules: [{ allow: public }, { allow: custom }]) { id: ID! content: String }
        """
    private static let document = "subscription { onCreateTodo { content } }"

    /// An authorizer that lets each token in when the test says so.
    private final class SlowAuthorizer: Sendable {
        /// The tokens of the questions so far.
        let asked = Relay<String>()
        private let latches = Mutex<[String: Latch]>([:])

        var functions: ScriptedFunctions {
            ScriptedFunctions { [self] event throws(TriggerFailure) in
                let token = event["authorizationToken"]?.stringValue ?? ""
                asked.send(token)
                await latch(token).wait()
                return ["isAuthorized": true]
            }
        }

        func admit(_ token: String) { latch(token).open() }

        private func latch(_ token: String) -> Latch {
            latches.withLock { latches in
                let latch = latches[token] ?? Latch()
                latches[token] = latch
                return latch
            }
        }

        /// The tokens of the next questions.
        func next(_ count: Int) async -> Set<String> {
            var tokens: Set<String> = []
            for _ in 0..<count { if let token = await asked.next() { tokens.insert(token) } }
            return tokens
        }
    }

    private func bench(_ functions: ScriptedFunctions) async throws -> DataBench {
        try await DataBench(
            schema: Self.schema, modes: [.apiKey, .function], authorizer: AuthorizerSource(function: "arn:f"),
            functions: functions)
    }

    /// Ends a subscription, and expects the answer next.
    private func stop(_ id: String, _ connection: OpenSocket) async throws {
        connection.socket.say(#"{"type":"stop","id":"\#(id)"}"#)
        #expect(try await connection.socket.hear() == ["type": "complete", "id": .string(id)])
    }

    private func create(_ bench: DataBench) async throws {
        _ = try await bench.execute(
            #"mutation { createTodo(input: { content: "x" }) { id content } }"#, as: bench.withKey)
    }

    // MARK: - At the same time

    @Test func `eight starts are checked at the same time, and a stop is answered meanwhile`() async throws {
        let authorizer = SlowAuthorizer()
        let functions = authorizer.functions
        let bench = try await bench(functions)
        let connection = try await bench.connect(bench.withKey)
        for number in 1...10 { connection.start("\(number)", Self.document, [("Authorization", "t\(number)")]) }
        #expect(await authorizer.next(8) == Set((1...8).map { "t\($0)" }))
        // Of a start that waits, of one that is being checked, and of none.
        for id in ["10", "1", "none"] { try await stop(id, connection) }
        #expect(functions.calls.count == 8)
        for number in 1...10 { authorizer.admit("t\(number)") }
        var accepted: Set<String> = []
        for _ in 2...9 {
            let answer = try await connection.socket.hear()
            #expect(answer["type"] == "start_ack")
            accepted.insert(answer["id"]?.stringValue ?? "")
        }
        #expect(accepted == Set((2...9).map { "\($0)" }))
        #expect(await authorizer.next(1) == ["t9"])
        try await stop("none", connection)
        #expect(functions.calls.count == 9 && bench.events.count == 8)
        await connection.hangUp()
    }

    @Test func `a fast start does not wait for a slow one`() async throws {
        let authorizer = SlowAuthorizer()
        let bench = try await bench(authorizer.functions)
        let connection = try await bench.connect(bench.withKey)
        connection.start("slow", Self.document, [("Authorization", "slow")])
        try await connection.subscribe("fast", bench.withKey, to: Self.document)
        try await create(bench)
        #expect(try await connection.socket.hear()["id"] == "fast")
        await connection.hangUp()
    }

    // MARK: - Order

    @Test func `a start replaces one whose caller is being checked`() async throws {
        let authorizer = SlowAuthorizer()
        let bench = try await bench(authorizer.functions)
        let connection = try await bench.connect(bench.withKey)
        connection.start("1", Self.document, [("Authorization", "slow")])
        #expect(await authorizer.next(1) == ["slow"])
        try await connection.subscribe("1", bench.withKey, to: "subscription { onCreateTodo { other: content } }")
        authorizer.admit("slow")
        try await create(bench)
        #expect(
            try await connection.socket.hear()
                == ["type": "data", "id": "1", "payload": ["data": ["onCreateTodo": ["other": "x"]]]])
        try await stop("1", connection)
        try await create(bench)
        try await stop("none", connection)
        #expect(bench.events.count == 0)
        await connection.hangUp()
    }

    @Test func `an event follows the acknowledgment to a client that reads late`() async throws {
        let bench = try await bench(ScriptedFunctions { _ throws(TriggerFailure) in [:] })
        let connection = try await bench.connect(bench.withKey)
        connection.socket.stopReading()
        connection.start("1", Self.document, bench.withKey)
        await connection.socket.isHeldBack.wait()
        try await create(bench)
        connection.socket.readOn()
        #expect(try await connection.socket.hear() == ["type": "start_ack", "id": "1"])
        #expect(try await connection.socket.hear()["type"] == "data")
        await connection.hangUp()
    }

    @Test func `the end of a subscription follows its acknowledgment to a client that reads late`() async throws {
        let bench = try await bench(ScriptedFunctions { _ throws(TriggerFailure) in [:] })
        let connection = try await bench.connect(bench.withKey)
        // Tasks that wait for the client at the same time go on in any order.
        for number in 0..<10 {
            let id = "\(number)"
            connection.socket.stopReading()
            connection.start(id, Self.document, bench.withKey)
            while connection.socket.heldBackCount == 0, !Task.isCancelled { await Task.yield() }
            connection.socket.say(#"{"type":"stop","id":"\#(id)"}"#)
            while bench.events.count > 0, !Task.isCancelled { await Task.yield() }
            connection.socket.readOn()
            #expect(try await connection.socket.hear() == ["type": "start_ack", "id": .string(id)])
            #expect(try await connection.socket.hear() == ["type": "complete", "id": .string(id)])
        }
        await connection.hangUp()
    }

    // MARK: - The queue

    @Test func `a queue has eight tasks at most, and a task for each start up to them`() {
        var queue = StartQueue()
        var takes = [queue.takesTask()]
        for number in 1...10 {
            queue.add(RealtimeStart(data: "{}", authorization: []), number)
            takes.append(queue.takesTask())
        }
        #expect(takes == [false] + (1...10).map { $0 <= StartQueue.mostTasks })
        queue.remove(2)
        var taken: [Int] = []
        while let next = queue.next() { taken.append(next.number) }
        #expect(taken == [1] + Array(3...10))
        // The task that found none has ended.
        queue.add(RealtimeStart(data: "{}", authorization: []), 11)
        takes = [queue.takesTask(), queue.takesTask()]
        #expect(takes == [true, false])
    }
}
