// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseSites
import GatehouseWire
import Synchronization
import Testing

/// A site that is served at host names of its own, which are made while the server runs.
@Suite struct DomainSiteTests {
    private let names = Names()

    /// A gateway with a site of domains, and another site that has one of its paths.
    private func gateway(isForThisMachine: Bool = false) -> Gateway {
        let domains = SiteDomains<String>(
            below: "/domains", find: { [names] place in names.domain(at: place) },
            refuse: { _, fault, label in Outcome(GatewayResponse(status: 503), operation: label, fault: fault) })
        let login = domains.routes(.get, "/login", label: "login", for: .browser) { _, domain in
            Outcome(.text(domain, type: "text/plain"), operation: "login")
        }
        let token = domains.routes(.post, "/token", label: "token", for: .everyone) { call, domain in
            let clientID = try? call.request.formParameters().value("client_id")
            return Outcome(.text("\(domain) \(clientID ?? "")", type: "text/plain"), operation: "token")
        }
        let other = Route(.get, "/login", label: "other", for: .programs) { _ in
            Outcome(.text("other", type: "text/plain"), operation: "other")
        }
        return .make([Site(routes: [other], isForThisMachine: isForThisMachine), Site(routes: login + token)])
    }

    private func text(
        _ path: String, host: String, method: String = "GET", of gateway: Gateway, body: String = ""
    ) async -> String {
        let type = "application/x-www-form-urlencoded"
        let answer = await gateway.respond(
            to: GatewayRequest(
                method: method, path: path, headers: [("Host", host), ("Content-Type", type)], body: Data(body.utf8)))
        return answer.status == 200 ? String(decoding: answer.body, as: UTF8.self) : "\(answer.status)"
    }

    @Test func `a domain is served from the moment when it exists until it is deleted`() async {
        let gateway = gateway()
        #expect(await text("/login", host: "auth.example.com", of: gateway) == "other")
        #expect(await text("/domains/shop/login", host: "gatehouse.example", of: gateway) == "404")
        names.set(["auth.example.com": "pool", "shop": "shop"])
        #expect(await text("/login", host: "AUTH.example.com:8443", of: gateway) == "host pool")
        #expect(await text("/domains/shop/login", host: "gatehouse.example", of: gateway) == "path shop")
        let body = "client_id=abc"
        #expect(
            await text("/token", host: "auth.example.com", method: "POST", of: gateway, body: body) == "host pool abc")
        names.set([:])
        #expect(await text("/login", host: "auth.example.com", of: gateway) == "other")
        #expect(await text("/token", host: "auth.example.com", method: "POST", of: gateway, body: body) == "404")
    }

    @Test(
        .tags(.security),
        arguments: [
            "gatehouse.example", "auth.example.com.", "auth.example.com.evil.example", "evil-auth.example.com",
            "auth.example.com@evil.example", "evil.example@auth.example.com", "127.0.0.1", "",
        ])
    func `a request with another host does not reach a domain`(host: String) async {
        names.set(["auth.example.com": "pool"])
        #expect(await text("/login", host: host, of: gateway()) == "other")
        #expect(await text("/token", host: host, method: "POST", of: gateway()) == "404")
    }

    @Test(.tags(.security)) func `a request with several hosts does not reach a domain`() async {
        names.set(["auth.example.com": "pool"])
        let request = GatewayRequest(
            method: "POST", path: "/token", headers: [("Host", "auth.example.com"), ("host", "evil.example")])
        #expect(await gateway().respond(to: request).status == 404)
    }

    @Test(.tags(.security)) func `a server for this machine serves domains by path only`() async {
        names.set(["auth.example.com": "pool"])
        let gateway = gateway(isForThisMachine: true)
        #expect(await text("/login", host: "auth.example.com", of: gateway) == "403")
        #expect(await text("/domains/auth.example.com/login", host: "localhost:9229", of: gateway) == "path pool")
    }

    @Test(.tags(.security)) func `a domain's page is for its own origin, and its tokens are for all`() async {
        names.set(["auth.example.com": "pool"])
        func origins(_ method: String, _ path: String) async -> String? {
            let request = GatewayRequest(method: method, path: path, headers: [("Host", "auth.example.com")])
            return await gateway().respond(to: request).header("Access-Control-Allow-Origin")
        }
        #expect(await origins("GET", "/login") == nil)
        #expect(await origins("OPTIONS", "/login") == nil)
        #expect(await origins("POST", "/token") == "*")
        #expect(await origins("OPTIONS", "/token") == "*")
    }
}

/// The domains by their names.
private final class Names: Sendable {
    private let domains = Mutex<[String: String]>([:])

    func set(_ domains: [String: String]) {
        self.domains.withLock { $0 = domains }
    }

    func domain(at place: DomainPlace) -> String? {
        switch place {
        case .host(let name): domains.withLock { $0[name.description] }.map { "host " + $0 }
        case .path(let name): domains.withLock { $0[name.description] }.map { "path " + $0 }
        }
    }
}
