// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseOutbound
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct OutboxPageTests {
    private func gatehouse() async throws -> TestGatehouse {
        let gatehouse = try await TestGatehouse()
        for (recipient, subject) in [("a@example.org", "First"), ("b+c@example.org", "<script>alert('x')</script>")] {
            gatehouse.installation.outbox?.keep(
                Message(
                    to: recipient, medium: .email, kind: .signUp, code: "123456", subject: subject,
                    body: "Your \"code\" & <b>more</b>", at: gatehouse.clock.now
                )
            )
        }
        return gatehouse
    }

    @Test(arguments: [
        TestRequest(path: "/dev/outbox", query: "format=json"),
        TestRequest(path: "/dev/outbox", headers: [("accept", "application/json")]),
    ])
    func `programs read JSON, the newest first`(request: TestRequest) async throws {
        let answer = await (try await gatehouse()).send(request)
        #expect(answer.header("content-type") == "application/json")
        let messages = try #require(answer.json.arrayValue)
        #expect(messages.map { $0["to"] } == ["b+c@example.org", "a@example.org"])
        #expect(
            messages.last == [
                "to": "a@example.org", "kind": "SignUp", "medium": "EMAIL", "code": "123456", "subject": "First",
                "body": "Your \"code\" & <b>more</b>", "at": "2026-01-01T00:00:00Z",
            ]
        )
    }

    @Test(arguments: ["b%2Bc%40example.org", "b+c@example.org"])
    func `the page lists the messages to one recipient on request`(recipient: String) async throws {
        let answer = await (try await gatehouse()).send(
            TestRequest(path: "/dev/outbox", query: "to=\(recipient)&format=json")
        )
        #expect(answer.json.arrayValue?.count == 1)
    }

    @Test func `the HTML page escapes markup in messages`() async throws {
        let answer = await (try await gatehouse()).send(TestRequest(path: "/dev/outbox"))
        #expect(answer.header("content-type") == "text/html; charset=utf-8")
        #expect(answer.header("content-security-policy")?.contains("default-src 'none'") == true)
        #expect(answer.text.contains("<html lang=\"en\">"))
        #expect(answer.text.contains("<noscript><meta http-equiv=\"refresh\""))
        #expect(answer.text.contains("<code>123456</code>"))
        #expect(answer.text.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"))
        #expect(answer.text.components(separatedBy: "<script>").count == 2)
        #expect(answer.text.contains("Your &quot;code&quot; &amp; &lt;b&gt;more&lt;/b&gt;"))
    }

    @Test func `the page runs the script that is on it and no other`() async throws {
        let answer = await (try await gatehouse()).send(TestRequest(path: "/dev/outbox"))
        let script = try #require(answer.text.components(separatedBy: "<script>").last)
        let text = try #require(script.components(separatedBy: "</script>").first)
        let policy = try #require(answer.header("content-security-policy"))
        #expect(policy.contains("script-src 'sha256-\(Base64.encode(sha256(Array(text.utf8))))';"))
        #expect(!policy.contains("script-src 'unsafe-inline'"))
    }

    @Test(arguments: ["\u{0D4E}<script>", "<\u{0301}script>", "\"\u{0301}>"])
    func `the page escapes markup also inside a character of several scalars`(_ text: String) async throws {
        let gatehouse = try await TestGatehouse()
        gatehouse.installation.outbox?.keep(
            Message(
                to: "a@example.org", medium: .email, kind: .signUp, code: "1", subject: text, body: text,
                at: gatehouse.clock.now))
        let page = Data(await gatehouse.send(TestRequest(path: "/dev/outbox")).text.utf8)
        #expect(page.range(of: Data(text.utf8)) == nil)
        #expect(page.range(of: Data(HTMLText.escaped(text).utf8)) != nil)
    }

    @Test func `refreshing can be stopped`() async throws {
        let answer = await (try await gatehouse()).send(TestRequest(path: "/dev/outbox", query: "refresh=off"))
        #expect(!answer.text.contains("http-equiv=\"refresh\"") && !answer.text.contains("<script>"))
    }
}
