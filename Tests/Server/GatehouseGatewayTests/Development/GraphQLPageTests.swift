// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseSites
import GatehouseTesting
import GatehouseWire
import Synchronization
import Testing

/// The page that sends requests to data APIs in the place of any caller.
@Suite(.tags(.security)) struct GraphQLPageTests {
    private static let host = (name: "Host", value: "localhost:9229")
    private static let sending = ["/dev/graphql/requests", "/dev/graphql/subscriptions"]
    private static let reading = ["/dev/graphql", "/dev/graphql/apis", "/dev/graphql/schema"]

    @Test func `the page runs its own script and no other`() async throws {
        let answer = await (try await DevelopmentGateway()).get("/dev/graphql", [Self.host])
        let text = String(decoding: answer.body, as: UTF8.self)
        let scripts = text.components(separatedBy: "<script>")
        try #require(scripts.count == 2)
        let script = try #require(scripts[1].components(separatedBy: "</script>").first)
        let policy = try #require(answer.header("Content-Security-Policy"))
        #expect(policy.contains("script-src 'sha256-\(Base64.encode(sha256(Array(script.utf8))))'"))
        #expect(policy.contains("default-src 'none'") && policy.contains("connect-src 'self'"))
        #expect(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"))
        // What the server answers is shown as text, never as markup.
        for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
            #expect(!script.contains(word))
        }
        #expect(answer.header("Cache-Control") == "no-store")
    }

    @Test func `the page has a hidden place for the warnings of a schema, and its script shows them as text`()
        async throws
    {
        let answer = await (try await DevelopmentGateway()).get("/dev/graphql", [Self.host])
        let text = String(decoding: answer.body, as: UTF8.self)
        let place = #"""
            <section id="warned" aria-labelledby="doubts" hidden>
            <h2 id="doubts">Warnings about the schema</h2>
            <ul id="warnings" tabindex="0" aria-labelledby="doubts"></ul>
            </section>
            """#
        #expect(text.contains(place))
        #expect(text.contains(#"element("warnings").replaceChildren(...warnings.map(text => make("li", text)));"#))
        #expect(text.contains(#"element("warned").hidden = !warnings.length;"#))
    }

    @Test(arguments: sending, [nil, "http://localhost:9229"])
    func `a program and the page itself send requests`(path: String, origin: String?) async throws {
        let development = try await DevelopmentGateway()
        let headers = [Self.host] + (origin.map { [(name: "Origin", value: $0)] } ?? [])
        let answer = await development.post(path, "{}", headers)
        #expect(answer.status == 200 && answer.header("Access-Control-Allow-Origin") == nil)
        let chunks = Chunks()
        try await answer.stream?(chunks)
        #expect(development.console.requests == ["{}"])
        #expect(chunks.text == (path.hasSuffix("subscriptions") ? "1\n2\n" : ""))
    }

    @Test(
        arguments: sending,
        ["https://evil.example", "null", "", "http://localhost:3000", "http://127.0.0.1:9229"])
    func `a page of another origin sends nothing`(path: String, origin: String) async throws {
        let development = try await DevelopmentGateway()
        let answer = await development.post(path, "{}", [Self.host, ("Origin", origin)])
        #expect(answer.status == 403 && answer.stream == nil && answer.header("Access-Control-Allow-Origin") == nil)
        #expect(development.console.requests.isEmpty)
    }

    @Test(arguments: ["evil.example", "evil.example:9229", ""])
    func `a page under a foreign name reads nothing and sends nothing`(host: String) async throws {
        let development = try await DevelopmentGateway()
        for path in Self.reading { #expect(await development.get(path, [("Host", host)]).status == 403) }
        for path in Self.sending {
            let headers = [(name: "Host", value: host), (name: "Origin", value: "http://" + host)]
            #expect(await development.post(path, "{}", headers).status == 403)
        }
        #expect(development.console.requests.isEmpty)
    }

    @Test func `a server that other machines reach wants the developer key`() async throws {
        let development = try await DevelopmentGateway(isRemote: true)
        for path in Self.reading { #expect(await development.get(path, []).status == 401) }
        for path in Self.sending { #expect(await development.post(path, "{}", []).status == 401) }
        #expect(development.console.requests.isEmpty)
        let key = (name: "Gatehouse-Dev-Key", value: DevelopmentGateway.key)
        #expect(await development.post(Self.sending[0], "{}", [key]).status == 200)
    }

    @Test func `a server without the pages for developers has none of its paths`() async throws {
        let gatehouse = try await TestGatehouse()
        for path in Self.reading {
            #expect(await gatehouse.send(TestRequest(path: path)).status == 404)
        }
        for path in Self.sending {
            #expect(await gatehouse.send(TestRequest(method: "POST", path: path)).status == 404)
        }
    }

    @Test func `a schema is answered as JSON, and an unknown API with status 404`() async throws {
        let development = try await DevelopmentGateway()
        let known = await development.get("/dev/graphql/schema", query: "api=known", [])
        #expect(known.status == 200 && known.header("Content-Type") == "application/json")
        let unknown = await development.get("/dev/graphql/schema", query: "api=other", [])
        #expect(unknown.status == 404)
        #expect(try WireValue(json: unknown.body)["message"]?.stringValue?.contains("no such data API") == true)
    }
}

/// Collects the chunks of a response.
private final class Chunks: ChunkWriter {
    private let data = Mutex(Data())

    var text: String { data.withLock { String(decoding: $0, as: UTF8.self) } }

    func write(_ chunk: Data) async throws(StreamEnded) { data.withLock { $0.append(chunk) } }
}
