// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataStores
import GatehouseSites
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// The ways in which a request names its API.
@Suite(.hangLimit)
struct DataAddressTests {
    private static let schema = "type Note @model @auth(rules: [{ allow: public }]) { id: ID! text: String }"
    private static let list = DataBench.body("{ listNotes { items { id } } }")

    /// The id of an API at a domain, and the header with its key.
    private func note(_ bench: DataBench, at domain: String) async throws -> (id: String, key: [(String, String)]) {
        let id = await bench.newAPI("notes", tags: ["gatehouse:domain": domain])
        #expect(await bench.pushSchema(Self.schema, to: id)["status"] == "SUCCESS")
        let key = await bench.call("POST", "/v1/apis/\(id)/apikeys", [:]).json["apiKey"]?["id"]?.stringValue
        return (id, [("x-api-key", try #require(key))])
    }

    @Test(arguments: ["data.example.com", "data.example.com:8443", "DATA.Example.com"])
    func `the API of a domain answers at its host, with its own keys alone`(host: String) async throws {
        let bench = try await DataBench()
        let (id, key) = try await note(bench, at: "data.example.com")
        let answer = await bench.post(Self.list, key, host: host)
        #expect(answer.json == ["data": ["listNotes": ["items": []]]])
        // The default API has another key, and the path comes before the host.
        #expect(await bench.post(Self.list, bench.withKey, host: host).status == 401)
        let own = DataBench.body(DataBench.list)
        #expect(await bench.post(own, bench.withKey, path: "/apis/\(bench.id)/graphql", host: host).status == 200)
        #expect(await bench.post(Self.list, key, path: "/apis/\(id)/graphql").status == 200)
    }

    @Test(arguments: ["localhost:9229", "example.com", "data.example.com.evil.example", "x.data.example.com"])
    func `another host leads to the default API`(host: String) async throws {
        let bench = try await DataBench()
        let (_, key) = try await note(bench, at: "data.example.com")
        #expect(await bench.post(Self.list, key, host: host).status == 401)
        #expect(await bench.post(DataBench.body(DataBench.list), bench.withKey, host: host).status == 200)
    }

    @Test
    func `a domain is that of one API, and ends with its tag and its API`() async throws {
        let bench = try await DataBench()
        let (id, key) = try await note(bench, at: "data.example.com")
        let other = await bench.call(
            "POST", "/v1/apis",
            ["name": "b", "authenticationType": "API_KEY", "tags": ["gatehouse:domain": "data.example.com"]])
        #expect(other.controlRefusal == "400 BadRequestException")
        #expect(other.json["message"]?.stringValue?.contains(id) == true)
        let arn = "arn%3Aaws%3Aappsync%3Aus-east-1%3A123456789012%3Aapis%2F\(id)"
        let moved: WireValue = ["tags": ["gatehouse:domain": "notes.example.com"]]
        #expect(await bench.call("POST", "/v1/tags/\(arn)", moved).status == 200)
        #expect(await bench.post(Self.list, key, host: "data.example.com").status == 401)
        #expect(await bench.post(Self.list, key, host: "notes.example.com").status == 200)
        #expect(await bench.call("DELETE", "/v1/apis/\(id)").status == 200)
        #expect(await bench.post(Self.list, key, host: "notes.example.com").status == 401)
    }

    @Test
    func `a connection ends when its address leads to another API, also with an equal revision`() async throws {
        let bench = try await DataBench()
        let connection = try await bench.connect(bench.withKey)
        let first = try #require(try await bench.apis.api(bench.id)).stored
        var second = first
        second.id = String(first.id.reversed())
        second.isDefault = true
        second.revision = 0
        try await bench.put(second, keyExpiry: 86_400)
        while let stored = try await bench.apis.api(second.id)?.stored, stored.revision < first.revision {
            var next = stored
            next.name += "x"
            try await bench.put(next, keyExpiry: 86_400)
        }
        #expect(try await bench.apis.api(nil)?.revision.number == first.revision)
        connection.start("1", "subscription { onCreateTodo { id } }", bench.withKey)
        #expect(await connection.status.code == 1011)
    }
}
