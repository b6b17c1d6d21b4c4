// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import Testing

/// A server with an outbox behind a proxy that no setting names: the proxy's clients look like local ones.
@Suite struct ForwardedRequestTests {
    private func gatehouse(refusesForwarded: Bool = true) async throws -> TestGatehouse {
        try await TestGatehouse(settings: GatewaySettings(refusesForwarded: refusesForwarded))
    }

    @Test(
        arguments: [
            "X-Forwarded-For", "x-forwarded-host", "X-Forwarded-Proto", "X-FORWARDED-PORT", "Forwarded", "Via",
            "X-Real-IP", "CF-Connecting-IP", "True-Client-IP", "X-Forwarded", "CDN-Loop", "Client-IP",
        ], ["/dev/outbox", "/", "/health"])
    func `a request that a proxy passed on is refused`(header: String, path: String) async throws {
        let request = TestRequest(path: path, headers: [("host", "localhost"), (header, "192.0.2.1")])
        let answer = await (try await gatehouse()).send(request)
        #expect(answer.status == 403)
        #expect(answer.json["message"]?.stringValue?.contains("GATEHOUSE_OUTBOX") == true)
    }

    @Test func `a request of this machine is answered`() async throws {
        let request = TestRequest(path: "/dev/outbox", headers: [("host", "localhost"), ("forwarded-by", "x")])
        #expect(await (try await gatehouse()).send(request).status == 200)
    }

    @Test func `a server that does not ask for it answers what proxies pass on`() async throws {
        let request = TestRequest(path: "/health", headers: [("host", "localhost"), ("x-forwarded-for", "192.0.2.1")])
        #expect(await (try await gatehouse(refusesForwarded: false)).send(request).status == 200)
    }
}
