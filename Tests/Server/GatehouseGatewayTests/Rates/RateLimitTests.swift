// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseServer
import GatehouseSites
import GatehouseTesting
import Testing

@Suite struct RateLimitTests {
    private static let limits = RateLimits(
        perAddress: RequestRate(perSecond: 1, burst: 3), readsPerUser: RequestRate(perSecond: 10),
        writesPerUser: RequestRate(perSecond: 2)
    )

    private func gatehouse(
        _ rates: RateLimits = limits, proxies: TrustedProxies = .none
    ) async throws -> TestGatehouse {
        try await TestGatehouse(
            settings: GatewaySettings(signaturePolicy: .anyAdministrator, rates: rates, proxies: proxies)
        )
    }

    private func status(
        _ gatehouse: TestGatehouse, from address: String, forwardedFor: [String] = []
    ) async -> Int {
        await gatehouse.installation.gateway.respond(
            to: GatewayRequest(
                method: "GET", path: "/metrics", headers: forwardedFor.map { ("X-Forwarded-For", $0) },
                remoteAddress: address
            )
        ).status
    }

    @Test func `an address with too many requests gets the service's error`() async throws {
        let gatehouse = try await gatehouse()
        for _ in 0..<3 { #expect(await status(gatehouse, from: "192.0.2.1") == 200) }
        let answer = await gatehouse.installation.gateway.respond(
            to: GatewayRequest(
                method: "POST", path: "/", headers: [("X-Amz-Target", "\(userPoolsTarget).SignUp")],
                body: Data("not read".utf8), remoteAddress: "192.0.2.1"
            )
        )
        #expect(answer.status == 400)
        #expect(answer.header("x-amzn-errortype") == "TooManyRequestsException:")
        #expect(String(decoding: answer.body, as: UTF8.self).contains(#""message":"Rate exceeded""#))
        #expect(answer.header("access-control-allow-origin") == "*")
        #expect(await status(gatehouse, from: "192.0.2.2") == 200)
        gatehouse.clock.advance(by: 1)
        #expect(await status(gatehouse, from: "192.0.2.1") == 200)
        #expect(await status(gatehouse, from: "192.0.2.1") == 400)
    }

    @Test func `a query call gets the error in its own form`() async throws {
        let gatehouse = try await gatehouse()
        for _ in 0..<3 { _ = await status(gatehouse, from: "192.0.2.1") }
        let answer = await gatehouse.installation.gateway.respond(
            to: GatewayRequest(
                method: "POST", path: "/", headers: [("Content-Type", "application/x-www-form-urlencoded")],
                body: Data("Action=GetCallerIdentity".utf8), remoteAddress: "192.0.2.1"
            )
        )
        #expect(answer.status == 400)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("<Code>Throttling</Code>"))
    }

    @Test func `refusals are counted by the limit that was met`() async throws {
        let gatehouse = try await gatehouse()
        for _ in 0..<5 { _ = await status(gatehouse, from: "192.0.2.1") }
        gatehouse.clock.advance(by: 60)
        let page = await gatehouse.send(TestRequest(path: "/metrics"))
        #expect(String(decoding: page.body, as: UTF8.self).contains(#"gatehouse_throttled_total{limit="address"} 2"#))
    }

    @Test func `the network of an IPv6 subscriber counts as one address`() async throws {
        let gatehouse = try await gatehouse()
        for number in 0..<3 { #expect(await status(gatehouse, from: "2001:db8::\(number)") == 200) }
        #expect(await status(gatehouse, from: "2001:db8::4") == 400)
    }

    @Test func `a proxy is believed only if it is trusted, and only as far as proxies are`() async throws {
        let proxies = try #require(TrustedProxies("10.0.0.0/8, 2001:db8:ffff::/48"))
        let gatehouse = try await gatehouse(proxies: proxies)
        func isAdmitted(_ address: String, _ forwardedFor: String...) async -> Bool {
            await status(gatehouse, from: address, forwardedFor: forwardedFor) == 200
        }
        for number in 0..<5 { #expect(await isAdmitted("10.1.2.3", "198.51.100.\(number)")) }
        for number in 0..<3 { #expect(await isAdmitted("10.1.2.3", "192.0.2.\(number)", "192.0.2.77, 10.9.9.9")) }
        #expect(await !isAdmitted("2001:db8:ffff::1", "192.0.2.4", "192.0.2.77"))
        for number in 0..<3 { #expect(await isAdmitted("203.0.113.1", "192.0.2.\(100 + number)")) }
        #expect(await !isAdmitted("203.0.113.1", "192.0.2.200"))
        for garbage in ["", "x", "1.2.3.4, x"] { #expect(await isAdmitted("10.1.2.4", garbage)) }
        #expect(await !isAdmitted("10.1.2.4", ",,,"))
    }

    @Test(arguments: [
        "\u{0D4E}, 203.0.113.9", "\u{0D4E},203.0.113.9", "1\u{200D},\u{0301}, 203.0.113.9", "x,\t203.0.113.9 ",
        "203.0.113.9:443", "\u{0D4E}, 203.0.113.9:1", "::1, 203.0.113.9",
    ])
    func `a client's own Forwarded-For value does not hide the address that the proxy adds`(
        forwardedFor: String
    ) async throws {
        let gatehouse = try await gatehouse(proxies: try #require(TrustedProxies("10.0.0.0/8")))
        for _ in 0..<3 { #expect(await status(gatehouse, from: "203.0.113.9") == 200) }
        #expect(await status(gatehouse, from: "10.1.2.3", forwardedFor: [forwardedFor]) == 400)
        #expect(await status(gatehouse, from: "10.1.2.3") == 200)
    }

    @Test(arguments: ["[2001:db8::9]:443", "[2001:db8::9]", "2001:db8::9"])
    func `an address of IPv6 is understood with brackets and a port`(forwardedFor: String) async throws {
        let gatehouse = try await gatehouse(proxies: try #require(TrustedProxies("10.0.0.0/8")))
        for _ in 0..<3 { #expect(await status(gatehouse, from: "2001:db8::1") == 200) }
        #expect(await status(gatehouse, from: "10.1.2.3", forwardedFor: [forwardedFor]) == 400)
    }

    @Test(arguments: ["203.0.113.9:", "203.0.113.9:x", "203.0.113.9:123456", "[203.0.113.9", "[::1]x", "[]", "]["])
    func `an entry of another form is not an address`(forwardedFor: String) async throws {
        let gatehouse = try await gatehouse(proxies: try #require(TrustedProxies("10.0.0.0/8")))
        for _ in 0..<3 { #expect(await status(gatehouse, from: "10.1.2.3", forwardedFor: [forwardedFor]) == 200) }
        #expect(await status(gatehouse, from: "10.1.2.3", forwardedFor: [forwardedFor]) == 400)
    }

    @Test func `no request is refused without limits`() async throws {
        let gatehouse = try await TestGatehouse()
        for _ in 0..<1_000 { #expect(await status(gatehouse, from: "192.0.2.1") == 200) }
    }
}
