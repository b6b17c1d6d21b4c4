// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseWire
import Testing

@testable import GatehouseGateway
@testable import GatehouseSites

@Suite struct RouteTableTests {
    private static let shop = Site(routes: [
        Route(.get, "/shops/<shop id>", label: "shop", for: .everyone, note: " (shops)") { call in
            call.parameters == ["one"] ? Outcome(.json("first"), operation: "shop") : nil
        },
        Route(.post, "/shops/<shop id>", label: "order", for: .everyone, isListed: false) { _ in nil },
        Route(.put, "/shops/<shop id>/<file id>", label: "file", for: .everyone) { _, _ in
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
        let one = Route(.put, "/shops/one", label: "one", for: .everyone) { _ in nil }
        let table = RouteTable([Self.shop, Site(routes: [one])])
        guard case .wrongMethod(let path) = table.find(method: "DELETE", path: "/shops/one") else {
            Issue.record("DELETE is not refused as a wrong method.")
            return
        }
        #expect(path.allowed == "GET, HEAD, POST, PUT, OPTIONS")
    }

    @Test func `the list of paths has the listed routes of all sites in their order`() {
        var table = RouteTable([Self.shop])
        table.add(Site(routes: [Route(.post, "/late", label: "late", for: .everyone) { _ in nil }]))
        #expect(table.listings == ["GET /shops/<shop id> (shops)", "POST /late"])
    }

    @Test func `a request whose body is a file is known by its method and path`() {
        let table = RouteTable([Self.shop])
        #expect(table.find(method: "PUT", path: "/shops/one/two").file != nil)
        #expect(table.find(method: "GET", path: "/shops/one/two").file == nil)
        #expect(table.find(method: "GET", path: "/shops/one").file == nil)
        #expect(table.find(method: "OPTIONS", path: "/shops/one/two").file == nil)
    }

    @Test(
        arguments: [
            ("/", ["root"]), ("", ["root"]), ("/a", ["a", "any"]), ("/b", ["any", "b"]), ("/longer", ["any"]),
            ("/x/a", ["below"]), ("/x/b", []), ("/x/", []), ("/x/y/longest-of-all", []),
        ])
    func `a search finds every route of a path in the order of the sites, whatever the lengths of segments`(
        path: String, labels: [String]
    ) {
        let paths: [(RoutePath, String)] = [
            ("/", "root"), ("/a", "a"), ("/<name>", "any"), ("/b", "b"), ("/<name>/a", "below"),
        ]
        let routes = paths.map { path, label in Route(.get, path, label: label, for: .everyone) { _ in nil } }
        let finding = RouteTable([Site(routes: routes)]).find(method: "GET", path: path)
        guard case .routes(let matches) = finding else {
            #expect(labels.isEmpty)
            return
        }
        #expect(matches.map(\.route.label) == labels)
    }

    @Test func `an index leaves out no path that a request can have`() {
        let paths: [RoutePath] = ["/", "/a", "/<name>", "/<name>/a", "/a/<name>", "/<one>/<two>", "/a/", "/a/b/c"]
        let index = RouteIndex(paths)
        for path in ["", "/", "//", "a", "/a", "/b", "/a/", "/a/b", "/b/a", "/a//", "/a/b/c", "/a/b/c/", "/a/b/c/d"] {
            let found = paths.indices.filter { paths[$0].parameters(in: path) != nil }
            let candidates = index.candidates(for: path)
            #expect(candidates == candidates.sorted())
            #expect(Set(candidates).isSuperset(of: found), "\(path)")
        }
        #expect(index.candidates(for: "/") == [0, 2])
    }

    @Test func `the routes for some hosts respond first, and the admission of a path remains`() throws {
        let domains = SiteDomains<Bool>(
            below: "/domains", find: { _ in true }, refuse: { _, _, label in Outcome(.json("a"), operation: label) })
        let byDomain = domains.routes(.get, "/", label: "domain", for: .browser) { _, _ in
            Outcome(.json("b"), operation: "domain")
        }
        let admission = RouteAdmission(.unlimited(), head: { _ in nil })
        let all = Route(.get, "/", label: "all", for: .everyone, admission: admission) { _ in nil }
        var table = RouteTable([Site(routes: [all])])
        table.add(Site(routes: byDomain))
        let finding = table.find(method: "GET", path: "/")
        guard case .routes(let matches) = finding else {
            Issue.record("The path has no routes.")
            return
        }
        #expect(matches.map(\.route.label) == ["domain", "all"])
        #expect(finding.admission != nil)
        #expect(table.find(method: "GET", path: "/domains/shop/").admission == nil)
    }

    @Test func `the audience of a path is the widest one of its routes, and all clients where there is none`() {
        func route(_ method: RouteMethod, _ path: RoutePath, _ audience: Audience) -> Route {
            Route(method, path, label: "a", for: audience) { _ in nil }
        }
        let table = RouteTable([
            Site(routes: [
                route(.get, "/page", .browser), route(.post, "/page", .browser), route(.get, "/shared", .developer),
                route(.post, "/shared", .everyone), route(.post, "/key", .programs),
            ])
        ])
        let audiences: [(path: String, audience: Audience)] = [
            ("/page", .browser), ("/shared", .everyone), ("/key", .programs), ("/nothing", .everyone),
            ("/page\u{E9}", .everyone),
        ]
        for (path, audience) in audiences {
            for method in ["DELETE", "OPTIONS"] {
                #expect(table.find(method: method, path: path).audience == audience, "\(method) \(path)")
            }
        }
        #expect(table.find(method: "GET", path: "/page").audience == .browser)
    }
}
