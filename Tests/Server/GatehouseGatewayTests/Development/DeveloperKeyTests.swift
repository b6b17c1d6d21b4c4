// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseGateway
import GatehouseSites
import GatehouseTesting
import Testing

@Suite(.tags(.security)) struct DeveloperKeyTests {
    private static let paths = ["/", "/dev/outbox", "/dev/passkeys", "/dev/signed-in", "/dev/graphql", "/metrics"]
    private static let browser = (name: "Accept", value: "text/html")

    @Test(arguments: [[], [("Accept", "text/html")]] as [[(name: String, value: String)]])
    func `without the key no page is shown and nothing is reset`(headers: [(name: String, value: String)]) async throws
    {
        let development = try await DevelopmentGateway(isRemote: true)
        for path in Self.paths { #expect(await development.get(path, headers).status == 401) }
        #expect(await development.reset(headers).status == 401)
        #expect(development.numberOfResets == 0)
    }

    @Test(arguments: ["", "a", String(DevelopmentGateway.key.dropLast()), DevelopmentGateway.key + "a"])
    func `a wrong key is refused`(key: String) async throws {
        let development = try await DevelopmentGateway(isRemote: true)
        let places: [[(name: String, value: String)]] = [
            [("Gatehouse-Dev-Key", key)], [("Cookie", "gatehouse-dev-key=\(key)")],
        ]
        for headers in places {
            #expect(await development.get("/", headers).status == 401)
        }
        #expect(await development.get("/", query: "key=\(key)", []).status == 401)
    }

    @Test func `a program shows the key in a header or in the query`() async throws {
        let development = try await DevelopmentGateway(isRemote: true)
        for path in Self.paths {
            #expect(await development.get(path, [("gatehouse-dev-key", DevelopmentGateway.key)]).status == 200)
            #expect(await development.get(path, query: "key=\(DevelopmentGateway.key)", []).status == 200)
        }
        #expect(await development.reset([("Gatehouse-Dev-Key", DevelopmentGateway.key)]).status == 200)
    }

    @Test func `a browser shows the key once and has a cookie then`() async throws {
        let development = try await DevelopmentGateway(isRemote: true)
        let answer = await development.get(
            "/dev/outbox", query: "to=a&key=\(DevelopmentGateway.key)&refresh=off", [Self.browser])
        #expect(answer.status == 303)
        #expect(answer.header("Location") == "/dev/outbox?to=a&refresh=off")
        let cookie = try #require(answer.header("Set-Cookie"))
        #expect(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Strict"))
        // Browsers send cookies to every port of the host, so the cookie is not the key itself.
        #expect(!cookie.contains(DevelopmentGateway.key))
        let pair = try #require(cookie.split(separator: ";").first)
        let page = await development.get("/dev/outbox", [Self.browser, ("Cookie", "a=b; \(pair); c=d")])
        #expect(page.status == 200)
        let escaped = await development.get("/", query: "%6bey=\(DevelopmentGateway.key)", [Self.browser])
        #expect(escaped.header("Location") == "/")
    }

    @Test func `a page under a foreign name is refused with the key too`() async throws {
        let development = try await DevelopmentGateway(isRemote: true)
        let key = (name: "Gatehouse-Dev-Key", value: DevelopmentGateway.key)
        #expect(await development.get("/", [key, ("Host", "evil.example:9229")]).status == 403)
        for host in ["192.168.1.20:9229", "10.0.2.2:9229", "[fe80::1]:9229", "localhost:9229"] {
            #expect(await development.get("/", [key, ("Host", host)]).status == 200)
        }
    }

    @Test func `a page of another origin does not reset with the key either`() async throws {
        let development = try await DevelopmentGateway(isRemote: true)
        let answer = await development.reset([
            ("Gatehouse-Dev-Key", DevelopmentGateway.key), ("Host", "10.0.2.2:9229"),
            ("Origin", "https://evil.example"),
        ])
        #expect(answer.status == 403)
        #expect(development.numberOfResets == 0)
    }

    @Test func `apps call operations under any name, and admin calls need a signature`() async throws {
        let development = try await DevelopmentGateway(isRemote: true)
        var call = TestRequest.call("AWSCognitoIdentityProviderService.GetUser", json: #"{"AccessToken":"a.b.c"}"#)
        call.headers = call.headers.filter { $0.name != "host" } + [("host", "gatehouse:9229")]
        let answer = await development.gateway.respond(
            to: GatewayRequest(method: "POST", path: "/", headers: call.headers, body: call.body))
        #expect(answer.header("x-amzn-ErrorType")?.hasPrefix("NotAuthorizedException") == true)
        let admin = TestRequest.call(
            "AWSCognitoIdentityProviderService.ListUserPools", json: #"{"MaxResults":1}"#
        ).signed("cognito-idp", at: Date(), secret: "any")
        let refusal = await development.gateway.respond(
            to: GatewayRequest(method: "POST", path: "/", headers: admin.headers, body: admin.body))
        #expect(refusal.status == 400)
    }

    @Test func `the key is not in what is printed of it`() {
        let key = DeveloperKey(DevelopmentGateway.key)
        #expect(!"\(key)".contains("forty") && !String(reflecting: key).contains("forty"))
        var text = ""
        dump(key, to: &text)
        #expect(!text.contains("forty"))
    }
}
