// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseOutput
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct PagesTests {
    @Test func `health answers when the store does`() async throws {
        let answer = await (try await TestGatehouse()).send(TestRequest(path: "/health"))
        #expect(answer.status == 200)
        #expect(answer.json == ["status": "ok", "version": .string(Release.version)])
    }

    @Test func `an unknown path names what exists`() async throws {
        let answer = await (try await TestGatehouse()).send(TestRequest(path: "/nothing/here"))
        #expect(answer.status == 404)
        #expect(answer.json["paths"]?.arrayValue?.contains("GET /health") == true)
    }

    @Test(arguments: [("DELETE", "/"), ("PUT", "/"), ("POST", "/health"), ("POST", "/dev/outbox")])
    func `a wrong method names the right ones`(method: String, path: String) async throws {
        let answer = await (try await TestGatehouse()).send(TestRequest(method: method, path: path))
        #expect(answer.status == 405)
        #expect(answer.header("allow") != nil)
    }

    @Test func `keys and discovery of a pool are published, and every address in it answers`() async throws {
        let gatehouse = try await TestGatehouse()
        let pool = try await gatehouse.makeUserPool()
        let keys = await gatehouse.send(TestRequest(path: "/\(pool)/.well-known/jwks.json"))
        #expect(keys.status == 200)
        #expect(keys.header("content-type") == "application/json")
        #expect(keys.json["keys"]?.arrayValue?.count == 2)
        #expect(keys.json["keys"]?.arrayValue?.allSatisfy { $0["alg"] == "RS256" } == true)
        let discovery = await gatehouse.send(TestRequest(path: "/\(pool)/.well-known/openid-configuration"))
        let document = try #require(discovery.json.objectValue)
        #expect(document["issuer"]?.stringValue == "http://localhost:9229/\(pool)")
        let addresses = document.filter { $0.key.text.hasSuffix("_endpoint") || $0.key.text.hasSuffix("_uri") }
        #expect(Array(addresses.keys) == ["jwks_uri"])
        for address in addresses.values.compactMap(\.stringValue) {
            let path = address.replacing("http://localhost:9229", with: "")
            #expect(await gatehouse.send(TestRequest(path: path)).status == 200)
        }
    }

    @Test(arguments: ["jwks.json", "openid-configuration", "nothing"])
    func `documents of an unknown pool do not exist`(name: String) async throws {
        let answer = await (try await TestGatehouse()).send(TestRequest(path: "/us-east-1_nobody/.well-known/\(name)"))
        #expect(answer.status == 404)
    }

    @Test func `a base URL with a path is understood with and without it`() async throws {
        let gatehouse = try await TestGatehouse(baseURL: "https://example.org/auth")
        #expect(await gatehouse.send(TestRequest(path: "/auth/health")).status == 200)
        #expect(await gatehouse.send(TestRequest(path: "/health")).status == 200)
        #expect(await gatehouse.send(TestRequest(path: "/authority/health")).status == 404)
    }

    @Test func `labels of metrics never come from a caller`() async throws {
        let gatehouse = try await TestGatehouse()
        for number in 0..<50 {
            _ = await gatehouse.send(.call("AWSCognitoIdentityProviderService.Evil\(number)"))
            _ = await gatehouse.send(TestRequest(path: "/evil\(number)"))
            _ = await gatehouse.send(TestRequest(method: "EVIL\(number)", path: "/"))
        }
        let text = await gatehouse.send(TestRequest(path: "/metrics")).text
        #expect(!text.lowercased().contains("evil"))
        #expect(
            text.contains(
                #"gatehouse_requests_total{operation="unknown",code="UnknownOperationException"} 50"#
            )
        )
        #expect(text.contains("gatehouse_request_duration_seconds_count{operation=\"unknown\"} 150"))
    }
}
