// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseDevelopmentPages
import GatehouseGateway
import GatehouseServer
import GatehouseSites
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct OverviewPageTests {
    private static let browser = (name: "Accept", value: "text/html,application/xhtml+xml,*/*;q=0.8")

    @Test func `a program reads the server's resources as JSON`() async throws {
        let forms: [[(name: String, value: String)]] = [[], [("Accept", "*/*")], [("Accept", "application/json")]]
        for headers in forms {
            let answer = await (try await DevelopmentGateway()).get("/", headers)
            #expect(answer.status == 200)
            #expect(answer.header("Content-Type") == "application/json")
            let value = try WireValue(json: answer.body)
            #expect(value["userPoolId"] == "us-east-1_First" && value["userPoolClientId"] == "client")
            let user = value["userPools"]?.arrayValue?.first?["users"]?.arrayValue?.first
            #expect(user == ["username": "ada", "status": "CONFIRMED", "enabled": true, "email": "ada@example.org"])
            #expect(value["links"]?["outbox"] == "http://localhost:9229/dev/outbox")
        }
    }

    @Test func `a browser gets a page that runs its own script and no other`() async throws {
        let answer = await (try await DevelopmentGateway()).get("/", [Self.browser])
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
        for word in ["us-east-1_First", "us-east-1:pool", "ada@example.org", "/home/ada/.gatehouse", "dev/outbox"] {
            #expect(text.contains(word))
        }
        let begin = try #require(text.range(of: "<script>"))
        let end = try #require(text.range(of: "</script>"))
        let script = Array(text[begin.upperBound..<end.lowerBound].utf8)
        let policy = try #require(answer.header("Content-Security-Policy"))
        #expect(policy.contains("script-src 'sha256-\(Base64.encode(sha256(script)))'"))
        #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"))
        #expect(policy.contains("frame-ancestors 'none'") && policy.contains("form-action 'none'"))
    }

    @Test func `names and messages are no markup on the page`() async throws {
        let evil = "\"><script>alert('x')</script>"
        let overview = DevelopmentOverview.make(
            pools: [
                DevelopmentOverview.Pool(
                    id: evil, name: evil, numberOfUsers: 9, clients: [.init(id: evil, name: evil)],
                    users: [.init(username: evil, status: evil, isEnabled: false, email: evil)])
            ],
            messages: [
                Message(
                    to: evil, medium: .email, kind: .signUp, code: evil, subject: evil, body: evil,
                    at: Date(timeIntervalSince1970: 0))
            ])
        let answer = await (try await DevelopmentGateway(overview)).get("/", [Self.browser])
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(text.components(separatedBy: "<script>").count == 2)
        #expect(!text.contains(evil))
        #expect(text.contains(HTMLText.escaped(evil)))
    }

    @Test(arguments: [false, true])
    func `the command for a reset carries the developer's key only where there is one`(needsKey: Bool) async throws {
        let overview = DevelopmentOverview.make(administrator: "AKIAADMIN", needsKey: needsKey)
        let answer = await (try await DevelopmentGateway(overview)).get("/", [Self.browser])
        #expect(String(decoding: answer.body, as: UTF8.self).contains("Gatehouse-Dev-Key: KEY") == needsKey)
    }

    @Test(arguments: [false, true])
    func `the page links the metrics only where they answer on its port`(showsMetrics: Bool) async throws {
        let development = try await DevelopmentGateway(.make(showsMetrics: showsMetrics))
        let page = await development.get("/", [Self.browser])
        #expect(String(decoding: page.body, as: UTF8.self).contains("./metrics") == showsMetrics)
        let links = try WireValue(json: await development.get("/", []).body)["links"]
        #expect((links?["metrics"] != nil) == showsMetrics)
    }

    @Test func `the page and the JSON have the data API and a link to the page for its requests`() async throws {
        let api = DevelopmentOverview.API(id: "a<b", endpoint: "http://localhost:9229/graphql?a&b")
        let development = try await DevelopmentGateway(.make(api: api))
        let text = String(decoding: await development.get("/", [Self.browser]).body, as: UTF8.self)
        #expect(text.contains("<dt>GraphQL</dt><dd><code>http://localhost:9229/graphql?a&amp;b</code>"))
        #expect(text.contains("<dt>API</dt><dd><code>a&lt;b</code>"))
        let link = "<a href=\"./dev/graphql\">http://localhost:9229/dev/graphql</a>"
        #expect(text.contains("<dt>Requests</dt><dd>\(link)</dd>"))
        let value = try WireValue(json: await development.get("/", []).body)
        #expect(value["apiId"] == "a<b" && value["graphQLEndpoint"] == "http://localhost:9229/graphql?a&b")
    }

    @Test func `a server without a schema has no line about a data API`() async throws {
        let development = try await DevelopmentGateway()
        let text = String(decoding: await development.get("/", [Self.browser]).body, as: UTF8.self)
        for name in ["GraphQL", "API", "Requests"] { #expect(!text.contains("<dt>\(name)</dt>")) }
        let value = try WireValue(json: await development.get("/", []).body)
        #expect(value["apiId"] == nil && value["graphQLEndpoint"] == nil)
    }

    private static let pool = DevelopmentOverview.Pool(
        id: "us-east-1_First", name: "gatehouse-dev", numberOfUsers: 0,
        domains: ["http://localhost:9229/domains/gatehouse-dev"], providers: [(name: "Corp", type: "OIDC")],
        clients: [
            .init(id: "a", name: "web", loginPage: "http://localhost:9229/domains/gatehouse-dev/login?client_id=a&b=c"),
            .init(id: "b", name: "backend"),
        ], users: [])

    @Test func `the page and the JSON have domains, providers and the login page of each client`() async throws {
        let development = try await DevelopmentGateway(.make(pools: [Self.pool]))
        let text = String(decoding: await development.get("/", [Self.browser]).body, as: UTF8.self)
        let link = "<a href=\"http://localhost:9229/domains/gatehouse-dev/login?client_id=a&amp;b=c\">Login page</a>"
        #expect(text.contains(link) && text.components(separatedBy: "Login page").count == 2)
        #expect(text.contains("<code>http://localhost:9229/domains/gatehouse-dev</code>"))
        #expect(text.contains("Corp <small>OIDC</small>"))
        #expect(text.contains("id=\"reset\""))
        let pools = try WireValue(json: await development.get("/", []).body)["userPools"]?.arrayValue
        #expect(pools?.first?["domains"] == ["http://localhost:9229/domains/gatehouse-dev"])
        #expect(pools?.first?["identityProviders"] == [["name": "Corp", "type": "OIDC"]])
        let clients = pools?.first?["clients"]?.arrayValue
        #expect(clients?.first?["loginPage"]?.stringValue?.hasSuffix("client_id=a&b=c") == true)
        #expect(clients?.last == ["id": "b", "name": "backend"])
    }

    @Test(arguments: [
        ("/dev/outbox", false, "../"), ("/dev/passkeys", false, "../"), ("/dev/signed-in", false, "../"),
        ("/dev/graphql", false, "../"),
        ("/no/such/page", false, "/"),
        // Without the key, each page is the form for it.
        ("/", true, "/"), ("/dev/outbox", true, "/"),
    ])
    func `each page below it leads back to it and has the same look`(
        path: String, isRemote: Bool, home: String
    ) async throws {
        func page(_ path: String, isRemote: Bool) async throws -> (text: String, style: String) {
            let development = try await DevelopmentGateway(isRemote: isRemote)
            let text = String(decoding: await development.get(path, [Self.browser]).body, as: UTF8.self)
            let style = try #require(text.firstMatch(of: /<style>([^<]*)<\/style>/)?.1)
            return (text, String(style))
        }
        let (first, other) = (try await page("/", isRemote: false), try await page(path, isRemote: isRemote))
        #expect(other.text.contains("<a class=\"brand\" href=\"\(home)\">Gatehouse</a>"))
        #expect(other.text.contains("<h1>Developer key</h1>") == isRemote)
        #expect(first.style.commonPrefix(with: other.style).contains("@media (max-width:30rem)"))
    }

    @Test func `the colours of the pages are those of the hosted pages`() async throws {
        let gatehouse = try await TestGatehouse()
        let pools = gatehouse.installation.userPools.service(
            for: RequestContext(requestID: "test", principal: .administrator(accessKeyID: "test")))
        let pool = try await pools.createUserPool(CreateUserPoolRequest(poolName: "a")).userPool?.id ?? ""
        _ = try await pools.createUserPoolDomain(CreateUserPoolDomainRequest(domain: "shop", userPoolId: pool))
        let hosted = await gatehouse.send(TestRequest(path: "/domains/shop/error")).text
        let path = try #require(hosted.firstMatch(of: /href="([^"]+\.css)"/)?.1)
        let sheet = await gatehouse.send(TestRequest(path: String(path))).text
        let page = String(decoding: await (try await DevelopmentGateway()).get("/", [Self.browser]).body, as: UTF8.self)
        let colors = page.matches(of: /--[a-z-]+:#[0-9a-f]{6}/).map { String($0.output) }
        #expect(colors.count >= 40)
        for color in colors { #expect(sheet.contains(color), "\(color)") }
    }

    @Test func `the page at the end of a sign-in has nothing of its query in its markup`() async throws {
        let answer = await (try await DevelopmentGateway()).get(
            "/dev/signed-in", query: "code=%3Cscript%3Ea&state=%22%3E%3Cscript%3Eb", [Self.browser])
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.status == 200 && text.components(separatedBy: "<script>").count == 2)
        #expect(!text.contains("code=%3C") && text.contains("data-domain=\"\""))
    }

    @Test func `pages of other origins cannot read it`() async throws {
        let answer = await (try await DevelopmentGateway()).get("/", [("Origin", "https://evil.example")])
        #expect(answer.header("Access-Control-Allow-Origin") == nil)
    }

    @Test(arguments: ["evil.example", "evil.example:9229", "localhost.evil.example"])
    func `a page request under a foreign host name is refused`(host: String) async throws {
        let development = try await DevelopmentGateway()
        for path in ["/", "/dev/passkeys", "/dev/outbox"] {
            #expect(await development.get(path, [("Host", host)]).status == 403)
        }
    }

    @Test func `a server outside of development has no page at its root`() async throws {
        let answer = await (try await TestGatehouse()).send(TestRequest(path: "/"))
        #expect(answer.status == 404)
    }
}
