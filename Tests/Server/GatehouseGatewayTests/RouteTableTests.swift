// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire
import Testing

@testable import GatehouseGateway

@Suite struct RouteTableTests {
    private static let shop = Site(routes: [
        Route(.get, "/shops/<shop id>", label: "shop", note: " (shops)") { call in
            call.parameters == ["one"] ? Outcome(.json("first"), operation: "shop") : nil
        },
        Route(.post, "/shops/<shop id>", label: "order", isListed: false) { _ in nil },
        Route(.put, "/shops/<shop id>/<file id>", label: "file") { _, _ in
            Outcome(GatewayResponse(status: 200), operation: "file")
        },
    ])

    private func labels(_ method: String, _ path: String) -> [String]? {
        guard case .routes(let matches) = RouteTable([Self.shop]).find(method: method, path: path) else { return nil }
        return matches.map(\.route.label)
    }

    private func parameters(_ method: String, _ path: String) -> [String]? {
        guard case .routes(let matches) = RouteTable([Self.shop]).find(method: method, path: path) else { return nil }
        return matches.first?.parameters
    }

    @Test func `a route has the parameters of its path`() {
        #expect(parameters("GET", "/shops/one") == ["one"])
        #expect(parameters("HEAD", "/shops/%2F") == ["%2F"])
        #expect(parameters("PUT", "/shops/one/two") == ["one", "two"])
        #expect(labels("POST", "/shops/one") == ["order"])
    }

    @Test(arguments: [
        "", "/", "/shops", "/shops/", "/shops/one/", "/Shops/one", "shops/one", "/shops//two", "//shops/one",
        "/shops/\u{E9}", "/shop\u{17F}/one", "/shops/one/two/three",
    ])
    func `a path with another form leads nowhere`(path: String) {
        guard case .nowhere = RouteTable([Self.shop]).find(method: "GET", path: path) else {
            Issue.record("\(path) has a route")
            return
        }
    }

    @Test func `a wrong method names the methods of all routes of the path`() {
        let table = RouteTable([Self.shop, Site(routes: [Route(.put, "/shops/one", label: "one") { _ in nil }])])
        guard case .wrongMethod(let allowed) = table.find(method: "DELETE", path: "/shops/one") else {
            Issue.record("DELETE is not refused as a wrong method.")
            return
        }
        #expect(allowed == "GET, HEAD, POST, PUT, OPTIONS")
    }

    @Test func `the list of paths has the listed routes of all sites in their order`() {
        var table = RouteTable([Self.shop])
        table.add(Site(routes: [Route(.post, "/late", label: "late") { _ in nil }]))
        #expect(table.listings == ["GET /shops/<shop id> (shops)", "POST /late"])
    }

    @Test func `a request whose body is a file is known by its method and path`() {
        let table = RouteTable([Self.shop])
        #expect(table.find(method: "PUT", path: "/shops/one/two").file != nil)
        #expect(table.find(method: "GET", path: "/shops/one/two").file == nil)
        #expect(table.find(method: "GET", path: "/shops/one").file == nil)
        #expect(table.find(method: "OPTIONS", path: "/shops/one/two").file == nil)
    }
}
