// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseSchemaCompiler
import GatehouseServer
import GatehouseSites
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// Requests whose API another process changes before they write.
@Suite(.hangLimit)
struct OutdatedRequestTests {
    private static let indexed = """
        type Todo @model @auth(rules: [{ allow: owner }]) {
          id: ID!
          content: String @index(name: "byContent", queryField: "todosByContent")
        }
        """

    /// Stores another schema as another process does; the server looks for changes a second later.
    private func push(_ schema: String, to bench: DataBench) async throws {
        _ = try await bench.apis.api(bench.id)
        try await bench.gatehouse.installation.dataAPIs.write { [id = bench.id] writing in
            guard var api = try writing.api(id) else { return }
            api.schema = schema
            try writing.put(api, expecting: api.revision)
        }
    }

    @Test
    func `a mutation that a push overtakes is executed under the pushed schema`() async throws {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")
        try await push(Self.indexed, to: bench)
        #expect(try await bench.apis.api(bench.id)?.stored.schema == DataBench.todos)
        _ = bench.reports.take()
        try await bench.create("Write", as: alice)
        #expect(bench.reports.take().count == 1)
        let found = try await bench.execute(
            #"{ todosByContent(content: "Write") { items { content } } }"#, as: alice)
        #expect(found["data"] == ["todosByContent": ["items": [["content": "Write"]]]])
    }

    @Test
    func `a mutation that the deletion of its API overtakes stores nothing`() async throws {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")
        let service = try #require(try await bench.apis.api(bench.id)?.service)
        try await bench.gatehouse.installation.dataAPIs.write { [id = bench.id] in
            try $0.removeAPI(id, at: Date(timeIntervalSince1970: 0))
        }
        let response = await bench.post(DataBench.body(DataBench.create, ["content": "x"]), alice)
        #expect(response.status == 404 && response.refusal == ["NotFoundException", "GraphQL API not found."])
        // A request that the server took before.
        let execution = await service.execute(
            DataRequest(query: #"mutation { createTodo(input: { content: "x" }) { id } }"#),
            by: .userPools(["sub": .string("a"), "username": .string("alice")]))
        #expect(execution.isOutdated)
        let model = try await bench.records.read { [id = bench.id] in try $0.modelWithRecords(in: id) }
        #expect(model == nil)
        let outcome = DataEndpoint.outcome(of: execution, ofAPI: bench.id)
        #expect(outcome.response.status == 503 && outcome.response.header("Retry-After") != nil)
        #expect(
            outcome.response.refusal == [
                "ServiceUnavailableException", "The API was changed while the request ran.",
            ])
    }

    @Test
    func `a mutation that has called a function is answered, so that it is not repeated`() async throws {
        let functions = ScriptedFunctions { _ in "done" }
        let bench = try await DataBench(
            schema: DataBench.todos
                + #" type Mutation { echo: String @function(name: "echo") @auth(rules: [{ allow: private }]) }"#,
            functions: functions)
        let alice = try await bench.user("alice")
        try await push(DataBench.todos, to: bench)
        let answer = try await bench.execute(
            #"mutation { echo createTodo(input: { content: "a" }) { content } }"#, as: alice)
        #expect(answer["data"] == ["echo": "done", "createTodo": nil])
        #expect(answer["errors"]?.arrayValue?.map { $0["errorType"] } == ["InternalFailure"])
        #expect(functions.calls.count == 1)
        let model = try await bench.records.read { [id = bench.id] in try $0.modelWithRecords(in: id) }
        #expect(model == nil)
    }
}
