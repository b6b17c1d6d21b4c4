// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseServer
import GatehouseTesting
import Testing

@Suite struct PasskeyPageTests {
    private func page(_ query: String = "") async throws -> TestResponse {
        await (try await TestGatehouse()).send(TestRequest(path: "/dev/passkeys", query: query))
    }

    @Test func `the page runs its own script and no other`() async throws {
        let answer = try await page("client_id=abc")
        #expect(answer.status == 200)
        #expect(answer.header("content-type") == "text/html; charset=utf-8")
        let begin = try #require(answer.text.range(of: "<script>"))
        let end = try #require(answer.text.range(of: "</script>"))
        let script = answer.text[begin.upperBound..<end.lowerBound]
        let policy = try #require(answer.header("content-security-policy"))
        #expect(policy.contains("script-src 'sha256-\(Base64.encode(sha256(Array(script.utf8))))'"))
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(answer.text.contains("value=\"abc\""))
    }

    @Test(arguments: [
        ("", "localhost:9229", ["The URL has no app client", "gatehouse dev"]),
        ("client_id=abc", "localhost:9229", []),
        (
            "client_id=a%20%26b", "127.0.0.1:9229",
            [#"<a href="http://localhost:9229/dev/passkeys?client_id=a%20%26b">"#, "not for IP addresses"]
        ),
        ("", "[::1]:9229", ["The URL has no app client", #"<a href="http://localhost:9229/dev/passkeys">"#]),
    ])
    func `the page says what it lacks`(query: String, host: String, hints: [String]) async throws {
        let request = TestRequest(path: "/dev/passkeys", query: query, headers: [("host", host)])
        let answer = await (try await TestGatehouse()).send(request)
        #expect(answer.text.contains("role=\"alert\"") == !hints.isEmpty)
        for hint in hints { #expect(answer.text.contains(hint)) }
    }

    @Test func `the page escapes markup in a request's query`() async throws {
        let answer = try await page("client_id=%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
        #expect(answer.text.components(separatedBy: "<script>").count == 2)
        #expect(answer.text.contains("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"))
    }

    @Test func `pages of other origins do not read it`() async throws {
        #expect(try await page().header("access-control-allow-origin") == nil)
    }

    @Test func `the page accepts GET only`() async throws {
        let answer = await (try await TestGatehouse()).send(TestRequest(method: "POST", path: "/dev/passkeys"))
        #expect(answer.status == 405)
    }
}
