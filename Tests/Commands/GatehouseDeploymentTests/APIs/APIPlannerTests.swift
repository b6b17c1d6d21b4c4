// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseProject
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDeployment

/// The data API of a project, on a server.
@Suite(.hangLimit)
struct APIPlannerTests {
    private static let resource = EnvironmentBench.api

    private static func settings(_ change: (inout APISettings) -> Void = { _ in }) -> APISettings {
        var settings = APISettings(name: resource.name)
        change(&settings)
        return settings
    }

    private func record(_ ids: KnownIDs, on bench: EnvironmentBench) async throws -> DataAPIRecord {
        let id = try #require(ids[Self.resource, "GraphQLAPIIdOutput"])
        return try #require(try await bench.backend.apis.api(id))
    }

    /// Sends a document to an API with its key.
    private func send(
        _ document: String, _ ids: KnownIDs, on bench: EnvironmentBench
    ) async throws -> WireValue {
        let url = try #require(ids[Self.resource, "GraphQLAPIEndpointOutput"].flatMap { URL(string: $0) })
        let key = ids[Self.resource, "GraphQLAPIKeyOutput"] ?? ""
        let body: WireValue = ["query": .string(document)]
        let response = try await bench.gatehouse.transport.send(
            TransportRequest(
                url: url, headers: [("Content-Type", "application/json"), ("x-api-key", key)], body: body.json()))
        return try WireValue(json: response.body)
    }

    @Test
    func `a new API answers requests with its key, which is valid for the days of the project`() async throws {
        let bench = try await EnvironmentBench()
        var ids = KnownIDs()
        let api = Self.settings { $0.authorization = .apiKey(description: "apps", days: 30) }
        try await bench.apply(EnvironmentBench.wanted(api: api), &ids)
        let answer = try await send(#"mutation { createNote(input: { text: "x" }) { text } }"#, ids, on: bench)
        #expect(answer["data"]?["createNote"]?["text"] == "x")
        let record = try await record(ids, on: bench)
        #expect(record.name == "notes-dev" && record.tags["amplify:env"] == "dev")
        let key = try #require(try await bench.backend.apis.keys(of: record.id).first)
        #expect(key.text == "apps" && key.key == ids[Self.resource, "GraphQLAPIKeyOutput"])
        let days = key.expires.timeIntervalSince(bench.gatehouse.clock.now) / 86_400
        #expect((29.9...30).contains(days))
        #expect(ids[Self.resource, "GraphQLAPIKeyExpiresOutput"] == key.expires.formatted(.iso8601))
    }

    @Test
    func `modes, conflict detection and a schema that needs them change together`() async throws {
        let bench = try await EnvironmentBench()
        var ids = try await bench.makeUserPool()
        let auth = EnvironmentBench.settings()
        try await bench.apply(EnvironmentBench.wanted(auth, api: Self.settings()), &ids)
        let api = Self.settings { settings in
            settings.authorization = .userPool(id: nil)
            settings.additional = [
                .iam,
                .openIDConnect(
                    name: "p", issuer: "https://id.example.com/", clientID: "c", issuedTTL: 60_000,
                    authenticationTTL: nil),
            ]
            settings.conflicts = APISettings.Conflicts(
                strategy: .autoMerge, models: ["Note": .optimisticConcurrency])
        }
        let schema =
            "type Note @model @auth(rules: [{ allow: owner }, { allow: private, provider: iam }]) "
            + "{ id: ID! text: String }"
        let wanted = EnvironmentBench.wanted(auth, api: api, schema: schema)
        let plan = try await bench.plan(wanted, ids)
        let members = plan.differences.map(\.member)
        for member in [
            "API.authenticationType", "API.additionalAuthenticationProviders", "API.schema",
            "API.tags.gatehouse:conflict-handler", "API.Key",
        ] {
            #expect(members.contains(member), "\(members)")
        }
        try await bench.apply(wanted, &ids)
        let record = try await record(ids, on: bench)
        #expect(record.members["authenticationType"] == "AMAZON_COGNITO_USER_POOLS")
        #expect(
            record.members["userPoolConfig"]?["userPoolId"]?.stringValue == ids[EnvironmentBench.auth, "UserPoolId"])
        #expect(record.tags["gatehouse:conflict-handler:Note"] == "OPTIMISTIC_CONCURRENCY")
        #expect(record.tags["gatehouse:identity-pool"] == ids[EnvironmentBench.auth, "IdentityPoolId"])
        #expect(ids[Self.resource, "GraphQLAPIKeyOutput"] == nil)
        #expect(try await bench.backend.apis.keys(of: record.id).isEmpty)
        // Conflict detection is off again, and so are its tags.
        let plain = Self.settings { $0.authorization = .userPool(id: nil) }
        try await bench.apply(
            EnvironmentBench.wanted(
                auth, api: plain,
                schema: "type Note @model @auth(rules: [{ allow: owner }]) "
                    + "{ id: ID! text: String }"), &ids)
        #expect(try await self.record(ids, on: bench).tags.keys.allSatisfy { !$0.contains("conflict") })
    }

    @Test
    func `errors of the schema are named with their lines, and nothing is pushed`() async throws {
        let bench = try await EnvironmentBench()
        var ids = KnownIDs()
        let broken = EnvironmentBench.wanted(
            api: Self.settings(), schema: "type Note @model {\n  id: ID!\n  text: Missing\n}")
        let first = try await bench.plan(broken, ids)
        #expect(first.obstacles.first?.text.hasPrefix("The schema, line 3, column ") == true)
        #expect(try await bench.backend.apis.apis().isEmpty)
        try await bench.apply(EnvironmentBench.wanted(api: Self.settings()), &ids)
        let second = try await bench.plan(broken, ids)
        #expect(second.obstacles.first?.text.hasPrefix("The schema, line 3, column ") == true)
        #expect(second.steps.isEmpty)
    }

    @Test
    func `an error that only the server can find stands in the way in its own words`() async throws {
        let bench = try await EnvironmentBench()
        var ids = KnownIDs()
        try await bench.apply(EnvironmentBench.wanted(api: Self.settings()), &ids)
        let schema = EnvironmentBench.noteSchema + "\ntype Query { now: String @function(name: \"unknown\") }"
        let plan = try await bench.plan(EnvironmentBench.wanted(api: Self.settings(), schema: schema), ids)
        #expect(plan.obstacles.count == 1)
        #expect(plan.obstacles.first?.text.contains("calls the function unknown") == true)
    }

    @Test
    func `a field that is dropped is a loss with the number of its records, and goes once that is accepted`()
        async throws
    {
        let bench = try await EnvironmentBench()
        var ids = KnownIDs()
        try await bench.apply(EnvironmentBench.wanted(api: Self.settings()), &ids)
        _ = try await send(#"mutation { createNote(input: { text: "x" }) { text } }"#, ids, on: bench)
        let short = EnvironmentBench.wanted(
            api: Self.settings(), schema: "type Note @model @auth(rules: [{ allow: public }]) { id: ID! }")
        let plan = try await bench.plan(short, ids)
        #expect(plan.losses.map(\.count) == [1] && plan.losses.first?.resource == "notes-dev")
        #expect(plan.losses.first?.text.contains("Note.text") == true)
        try await bench.run(plan, &ids)
        try await bench.expectNothingToDo(short, ids)
        let other = "type Task @model @auth(rules: [{ allow: public }]) { id: ID! }"
        let dropped = try await bench.plan(EnvironmentBench.wanted(api: Self.settings(), schema: other), ids)
        #expect(dropped.losses.first?.text.contains("Note: the model is dropped with 1 record") == true)
    }

    @Test
    func `values that are written after the plan are not lost unasked`() async throws {
        let bench = try await EnvironmentBench()
        var ids = KnownIDs()
        try await bench.apply(EnvironmentBench.wanted(api: Self.settings()), &ids)
        let short = EnvironmentBench.wanted(
            api: Self.settings(), schema: "type Note @model @auth(rules: [{ allow: public }]) { id: ID! }")
        let plan = try await bench.plan(short, ids)
        #expect(plan.losses.isEmpty)
        _ = try await send(#"mutation { createNote(input: { text: "x" }) { text } }"#, ids, on: bench)
        let known = ids
        await #expect(throws: ServiceFault.self) {
            var later = known
            try await bench.run(plan, &later)
        }
        let kept = try await send("{ listNotes { items { text } } }", ids, on: bench)
        #expect(kept["data"]?["listNotes"]?["items"]?.arrayValue?.first?["text"] == "x")
    }

    @Test
    func `a key stays the same when it is renewed: after its end, and for other days`() async throws {
        let bench = try await EnvironmentBench()
        var ids = KnownIDs()
        try await bench.apply(EnvironmentBench.wanted(api: Self.settings()), &ids)
        let key = try #require(ids[Self.resource, "GraphQLAPIKeyOutput"])
        bench.gatehouse.clock.advance(by: 8 * 86_400)
        let expired = try await bench.plan(EnvironmentBench.wanted(api: Self.settings()), ids)
        #expect(expired.differences.map(\.member) == ["API.Key.Expires"])
        try await bench.apply(EnvironmentBench.wanted(api: Self.settings()), &ids)
        #expect(ids[Self.resource, "GraphQLAPIKeyOutput"] == key)
        let longer = EnvironmentBench.wanted(
            api: Self.settings { $0.authorization = .apiKey(description: "new", days: 90) })
        try await bench.apply(longer, &ids)
        let keys = try await bench.backend.apis.keys(of: try await record(ids, on: bench).id)
        #expect(keys.map(\.key) == [key] && keys.map(\.text) == ["new"])
        let answer = try await send("{ listNotes { items { id } } }", ids, on: bench)
        #expect(answer["errors"] == nil)
    }

    @Test
    func `bounds and tags that an administrator set stay`() async throws {
        let bench = try await EnvironmentBench()
        var ids = KnownIDs()
        let wanted = EnvironmentBench.wanted(api: Self.settings())
        try await bench.apply(wanted, &ids)
        let record = try await record(ids, on: bench)
        try await bench.backend.apis.tag(record.arn, ["gatehouse:strict-ownership": "true", "team": "a"])
        try await bench.backend.apis.untag(record.arn, ["team"])
        _ = try await bench.backend.apis.update(
            record.id,
            to: DataAPIDefinition(members: [
                "name": .string(record.name), "authenticationType": "API_KEY", "introspectionConfig": "DISABLED",
                "queryDepthLimit": 9,
            ]))
        try await bench.expectNothingToDo(wanted, ids)
    }

    @Test
    func `an API whose answer was lost is found again, and one that is gone stands in the way`() async throws {
        let bench = try await EnvironmentBench()
        var ids = KnownIDs()
        let wanted = EnvironmentBench.wanted(api: Self.settings())
        try await bench.apply(wanted, &ids)
        let found = try await bench.plan(wanted, KnownIDs())
        #expect(found.ids == ids && found.steps.isEmpty)
        let id = try #require(ids[Self.resource, "GraphQLAPIIdOutput"])
        try await bench.backend.apis.delete(id)
        try await bench.backend.apis.delete(id)
        let gone = try await bench.plan(wanted, ids)
        #expect(gone.obstacles.map(\.text) == ["The API \(id) was deleted on the server."])
        try await bench.apply(EnvironmentBench.wanted(api: Self.settings(), makesNewPools: true), &ids)
        #expect(ids[Self.resource, "GraphQLAPIIdOutput"] != id)
    }

    @Test
    func `an API that the project no longer has is deleted, which is a loss`() async throws {
        let bench = try await EnvironmentBench()
        var ids = KnownIDs()
        try await bench.apply(EnvironmentBench.wanted(api: Self.settings()), &ids)
        let removed = EnvironmentBench.wanted(removed: [Self.resource])
        let plan = try await bench.plan(removed, ids)
        #expect(plan.losses.map(\.resource) == ["notes-dev"])
        try await bench.run(plan, &ids)
        #expect(ids == KnownIDs())
        #expect(try await bench.backend.apis.apis().isEmpty)
        try await bench.expectNothingToDo(removed, ids)
    }

    @Test
    func `settings that no server accepts stand in the way`() async throws {
        let bench = try await EnvironmentBench()
        let api = Self.settings { settings in
            settings.authorization = .userPool(id: nil)
            settings.conflicts = APISettings.Conflicts(strategy: .function(nil))
        }
        let schema = "type Note @model @auth(rules: [{ allow: owner }]) { id: ID! }"
        let plan = try await bench.plan(EnvironmentBench.wanted(api: api, schema: schema), KnownIDs())
        #expect(plan.obstacles.contains { $0.text.contains("the project has none") })
        #expect(plan.obstacles.contains { $0.text.contains("a function that has no name") })
    }
}
