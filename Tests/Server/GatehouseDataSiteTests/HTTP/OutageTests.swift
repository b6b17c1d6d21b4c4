// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseData
import GatehouseGraphQL
import GatehouseSites
import GatehouseStorage
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// Requests while the disk of the database is full.
@Suite(.hangLimit)
struct OutageTests {
    private static let two = """
        mutation {
          a: createTodo(input: { content: "a" }) { content }
          b: createTodo(input: { content: "b" }) { content }
        }
        """

    @Test
    func `a mutation that wrote nothing gets status 503, and a query is answered`() async throws {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")
        try await bench.create("kept", as: alice)
        bench.records.fill()
        _ = bench.reports.take()
        for document in [DataBench.create, Self.two] {
            let response = await bench.post(DataBench.body(document), alice)
            #expect(response.status == 503 && response.header("Retry-After") != nil)
            #expect(
                response.refusal == [
                    "ServiceUnavailableException", "The server's database cannot be used at present.",
                ])
            #expect(response.json["data"] == nil)
            #expect(bench.reports.take().map(\.refusals) == [[.failure]])
        }
        let list = try await bench.execute(DataBench.list, as: alice)
        #expect(list["data"]?["listTodos"]?["items"]?.arrayValue?.count == 1)
        bench.records.makeSpace()
        let made = try await bench.execute(Self.two, as: alice)
        #expect(made == ["data": ["a": ["content": "a"], "b": ["content": "b"]]])
    }

    @Test
    func `a mutation of which a part is stored is answered, so that it is not repeated`() async throws {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")
        bench.records.fill(afterWrites: 1)
        let answer = try await bench.execute(Self.two, as: alice)
        #expect(answer["data"] == ["a": ["content": "a"], "b": nil])
        let errors = answer["errors"]?.arrayValue ?? []
        #expect(errors.map { $0["errorType"] } == ["InternalFailure"] && errors[0]["path"] == ["b"])
    }

    @Test
    func `a mutation that has called a function is answered`() async throws {
        let bench = try await DataBench(
            schema: DataBench.todos
                + #" type Mutation { echo: String @function(name: "echo") @auth(rules: [{ allow: private }]) }"#,
            functions: ScriptedFunctions { _ in "done" })
        let alice = try await bench.user("alice")
        bench.records.fill()
        let answer = try await bench.execute(
            #"mutation { echo createTodo(input: { content: "a" }) { content } }"#, as: alice)
        #expect(answer["data"] == ["echo": "done", "createTodo": nil])
    }

    @Test
    func `the log knows the API, the cause and the failure of an answer with status 200`() async throws {
        let bench = try await DataBench()
        let api = try #require(try await bench.apis.api(bench.id))
        let service = try #require(api.service)
        bench.records.fill(afterWrites: 1)
        let execution = await service.execute(
            DataRequest(query: Self.two), by: .userPools(["sub": .string("a"), "username": .string("alice")]))
        let outcome = DataEndpoint.outcome(of: execution, ofAPI: bench.id)
        #expect(outcome.response.status == 200 && outcome.fault?.code == .serviceUnavailable)
        #expect(outcome.cause as? StorageError == .full)
        #expect(outcome.note?.contains(bench.id) == true)
    }
}
