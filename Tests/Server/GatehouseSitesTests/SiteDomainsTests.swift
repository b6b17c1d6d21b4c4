// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import GatehouseWire
import Testing

@Suite struct SiteDomainsTests {
    private static let domains = SiteDomains<String>(
        below: "/domains",
        find: { place throws(ServiceFault) in
            switch place {
            case .host(let name) where name.description == "auth.example.com": "by host"
            case .path(let name) where name.description == "shop": "by path"
            case .host(let name) where name.description == "broken.example.com":
                throw ServiceFault(.serviceUnavailable, "The database cannot be used.")
            default: nil
            }
        },
        refuse: { _, fault, label in Outcome(GatewayResponse(status: 503), operation: label, fault: fault) })

    private static let routes = domains.routes(.get, "/items/<item>", label: "item", for: .browser) { call, domain in
        let text = "\(domain) \(call.parameters.joined())"
        return Outcome(.text(text, type: "text/plain"), operation: "item")
    }

    private func answer(_ path: String, host: String? = nil) async throws -> Outcome? {
        let headers = host.map { [(name: "Host", value: $0)] } ?? []
        let request = GatewayRequest(method: "GET", path: path, headers: headers)
        for route in Self.routes {
            guard let parameters = route.path.parameters(in: path) else { continue }
            let call = Trip(request: request, parameters: parameters, requestID: "1")
            if let outcome = await route.answer(call) { return outcome }
        }
        return nil
    }

    private func text(_ outcome: Outcome?) -> String? {
        outcome.map { String(decoding: $0.response.body, as: UTF8.self) }
    }

    @Test func `a domain is served by host name and by path with the same parameters`() async throws {
        #expect(text(try await answer("/items/1", host: "AUTH.example.com:8443")) == "by host 1")
        #expect(text(try await answer("/domains/shop/items/1", host: "gatehouse.example")) == "by path 1")
        #expect(text(try await answer("/domains/shop/items/1")) == "by path 1")
    }

    @Test(
        .tags(.security),
        arguments: [
            ("/items/1", nil), ("/items/1", "gatehouse.example"), ("/items/1", "auth.example.com."),
            ("/items/1", "user@auth.example.com"), ("/items/1", "shop"), ("/domains/auth.example.com/items/1", nil),
            ("/domains/Shop/items/1", nil), ("/domains/sho%70/items/1", nil), ("/domains/shop./items/1", nil),
            ("/domains/shop:80/items/1", nil), ("/domains//items/1", nil), ("/domains/other/items/1", nil),
        ] as [(String, String?)])
    func `a place with another name is left to the other routes`(path: String, host: String?) async throws {
        #expect(try await answer(path, host: host) == nil)
    }

    @Test func `a lookup that fails is an outage and not a missing domain`() async throws {
        let outcome = try #require(try await answer("/items/1", host: "broken.example.com"))
        #expect(outcome.response.status == 503)
        #expect(outcome.operation == "item" && outcome.code == "ServiceUnavailableException")
    }

    @Test func `the list of paths has a domain's paths once`() {
        #expect(Self.routes.compactMap(\.listing) == ["GET /domains/<domain>/items/<item>"])
        #expect(Self.routes.map(\.isForSomeHosts) == [true, false])
    }
}
