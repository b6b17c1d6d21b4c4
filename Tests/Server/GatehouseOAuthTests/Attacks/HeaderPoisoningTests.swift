// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseGateway
import GatehouseSites
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

/// Headers that proxies set, and that every client can send as well.
@Suite(.tags(.security)) struct HeaderPoisoningTests {
    static let headers = [
        ("X-Forwarded-Host", "evil.example"), ("X-Forwarded-Server", "evil.example"), ("X-Host", "evil.example"),
        ("X-Original-Host", "evil.example"), ("Forwarded", "for=192.0.2.1;host=evil.example;proto=https"),
        ("X-Forwarded-Prefix", "//evil.example"), ("X-Original-URL", "//evil.example/login"),
        ("X-Rewrite-URL", "//evil.example/login"), ("X-Forwarded-Proto", "https"), ("X-Forwarded-Port", "8443"),
    ]

    @Test(arguments: headers)
    func `a header about the host changes no redirect, no page and no discovery document`(
        _ header: (String, String)
    ) async throws {
        let hosted = try await HostedFixture.make()
        let poison = [(name: header.0, value: header.1)]
        let id = hosted.fixture.client.id
        for (path, query) in [
            ("/oauth2/authorize", hosted.query()), ("/oauth2/authorize", ""), ("/login", hosted.query()),
            ("/error", "error=invalid_request"), ("/logout", hosted.query()),
            ("/logout", "client_id=\(id)&logout_uri=https%3A%2F%2Fapp.example%2Fbye"),
        ] {
            let plain = await hosted.get(path, query)
            let poisoned = await hosted.get(path, query, headers: poison)
            #expect(poisoned.redirect == plain.redirect, "\(path)")
            #expect(!String(decoding: poisoned.body, as: UTF8.self).contains("evil.example"), "\(path)")
        }
        let path = "/\(hosted.fixture.poolID)/.well-known/openid-configuration"
        let plain = await hosted.gateway.respond(to: GatewayRequest(method: "GET", path: path))
        let poisoned = await hosted.gateway.respond(to: GatewayRequest(method: "GET", path: path, headers: poison))
        #expect(plain.status == 200 && poisoned.body == plain.body)
    }

    @Test(arguments: headers)
    func `a header about the host does not change the link in a message`(_ header: (String, String)) async throws {
        let pool = try await HostedPool.make { request in
            request.verificationMessageTemplate = VerificationMessageTemplateType(
                defaultEmailOption: .confirmWithLink)
        }
        var browser = pool.browser
        browser.headers = [(name: header.0, value: header.1)]
        try await browser.open(pool.address("/signup"))
        try await browser.submit([
            "username": "ada", "password": PoolFixture.password, "confirm_password": PoolFixture.password,
            "requiredAttributes[email]": "ada@example.com",
        ])
        let message = try #require(pool.fixture.gatehouse.messages().first)
        #expect(message.body.contains("href=\"http://localhost:9229/domains/shop/confirmUser?"))
        #expect(!message.body.contains("evil.example"))
    }
}
