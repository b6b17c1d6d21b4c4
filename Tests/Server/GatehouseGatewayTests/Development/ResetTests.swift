// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseGateway
import GatehouseSites
import GatehouseTesting
import Testing

@Suite struct ResetTests {
    private static let host = (name: "Host", value: "localhost:9229")

    /// The header that names an origin, if there is one.
    private static func named(_ origin: String?) -> [(name: String, value: String)] {
        origin.map { [(name: "Origin", value: $0)] } ?? []
    }

    @Test(arguments: [nil, "http://localhost:9229", "HTTP://LOCALHOST:9229"])
    func `a program and a page of this server reset it`(origin: String?) async throws {
        let development = try await DevelopmentGateway()
        let answer = await development.reset([Self.host] + Self.named(origin))
        #expect(answer.status == 200)
        #expect(development.numberOfResets == 1)
    }

    @Test(
        .tags(.security),
        arguments: [
            "https://evil.example", "null", "", "http://localhost:3000", "http://localhost", "http://127.0.0.1:9229",
            "http://localhost:9229.evil.example", "file://localhost:9229", "http://evil.example#localhost:9229",
        ])
    func `a page of another origin does not reset it`(origin: String) async throws {
        let development = try await DevelopmentGateway()
        let answer = await development.reset([Self.host, ("Origin", origin)])
        #expect(answer.status == 403)
        #expect(answer.header("Access-Control-Allow-Origin") == nil)
        #expect(development.numberOfResets == 0)
    }

    @Test(.tags(.security), arguments: ["evil.example", "evil.example:9229", ""])
    func `a request to another host does not reset it`(host: String) async throws {
        let development = try await DevelopmentGateway()
        for origin in ["http://\(host)", nil] {
            let answer = await development.reset([(name: "Host", value: host)] + Self.named(origin))
            #expect(answer.status == 403)
        }
        #expect(development.numberOfResets == 0)
    }

    @Test func `a page that names no host does not reset it`() async throws {
        let development = try await DevelopmentGateway()
        #expect(await development.reset([("Origin", "http://localhost:9229")]).status == 403)
    }

    @Test func `a reset that finds another one running says so`() async throws {
        let development = try await DevelopmentGateway()
        #expect(await development.reset([]).status == 200)
        #expect(await development.reset([]).status == 409)
    }

    @Test func `a link or an image does not reset it`() async throws {
        let development = try await DevelopmentGateway()
        #expect(await development.get("/dev/reset", []).status == 405)
        #expect(development.numberOfResets == 0)
    }

    @Test func `a server outside of development has no reset`() async throws {
        let answer = await (try await TestGatehouse()).send(TestRequest(method: "POST", path: "/dev/reset"))
        #expect(answer.status == 404)
    }
}
