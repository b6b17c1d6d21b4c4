// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseDataModel
import GatehouseDataStores
import GatehouseServerCrypto
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// Callers with tokens of issuers outside this server, and the attacks on each rule for them.
@Suite struct IssuerTokenTests {
    private static let url = "https://login.example.com/tenant"
    private static let pool = "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_abc"
    private static let unauthorized = ["UnauthorizedException", "You are not authorized to make this call."]
    /// Records of the users of each mode, which must not meet.
    private static let schema = """
        type Todo @model @auth(rules: [
          { allow: owner }
          { allow: owner, provider: oidc, ownerField: "author", identityClaim: "sub" }
        ]) {
          id: ID!
          content: String
          owner: String
          author: String
        }
        type Secret @model @auth(rules: [{ allow: groups, groups: ["admins"] }]) { id: ID! }
        """

    /// An API with an issuer, and what the issuer signs.
    private struct World {
        let bench: DataBench
        let provider: TestOpenIDProvider

        init(_ source: OpenIDSource = OpenIDSource(issuer: url)) async throws {
            provider = try TestOpenIDProvider(source.issuer)
            bench = try await DataBench(
                schema: schema, modes: [.apiKey, .iam, .oidc], issuers: [source], fetch: provider)
        }

        func token(
            _ subject: String = "ada", for client: String = "app", claims: [String: WireValue?] = [:],
            signedBy forger: RSASigningKey? = nil
        ) throws -> String {
            try provider.token(
                for: client, as: subject, at: bench.gatehouse.clock.now, claims: claims, signedBy: forger)
        }

        func list(_ token: String) async -> GatewayResponse {
            await bench.post(
                DataBench.body("query { listTodos { items { content author } } }"), [("Authorization", token)])
        }
    }

    // MARK: - OpenID Connect

    @Test func `ID and access tokens of an issuer are accepted, with the scheme or alone`() async throws {
        let world = try await World()
        let access = try world.token(claims: ["aud": ["api", "app"], "scope": "read", "client_id": "app"])
        for token in [try world.token(), access] {
            for value in [token, "Bearer \(token)"] {
                let answer = try await world.bench.execute(
                    "mutation { createTodo(input: { content: \"x\" }) { content author owner } }",
                    as: [("Authorization", value)])
                #expect(
                    answer["data"]?["createTodo"] == ["content": "x", "author": "ada", "owner": .null])
            }
        }
    }

    @Test func `a token that the issuer did not sign, or that is for another use, is refused`() async throws {
        let world = try await World()
        let now = Int64(world.bench.gatehouse.clock.now.timeIntervalSince1970)
        let unreadable = ["UnauthorizedException", "Unable to parse JWT token."]
        let cases: [([String: WireValue?], [String])] = [
            (["exp": .integer(now)], ["UnauthorizedException", "Token has expired."]),
            (["exp": nil], Self.unauthorized), (["exp": "soon"], Self.unauthorized),
            (["nbf": .integer(now + 301)], Self.unauthorized), (["iat": .integer(now + 301)], Self.unauthorized),
            (["sub": nil], Self.unauthorized), (["sub": ""], Self.unauthorized),
            (["iss": "https://evil.example.com"], Self.unauthorized), (["iss": nil], unreadable),
            (["iss": "https://login.example.com/tenant/x"], Self.unauthorized),
            (["events": [:]], unreadable), (["typ": "Refresh"], unreadable), (["token_use": "refresh"], unreadable),
        ]
        for (claims, refusal) in cases {
            let response = await world.list(try world.token(claims: claims))
            #expect(response.status == 401 && response.refusal == refusal, "\(claims)")
        }
        let forged = try world.token(signedBy: try RSASigningKey.generate())
        #expect(await world.list(forged).refusal == Self.unauthorized)
        #expect(await world.list(try world.token()).status == 200)
    }

    @Test func `claims of an issuer open nothing that is for the users of a pool`() async throws {
        let world = try await World()
        _ = try await world.bench.user("alice")
        try await world.bench.addToGroup("alice", "admins")
        let alice = [("Authorization", try await world.bench.fixture.accessToken("alice"))]
        _ = try await world.bench.execute(
            "mutation { createTodo(input: { content: \"hers\" }) { id } }", as: alice)
        #expect(try await world.bench.execute("{ listSecrets { items { id } } }", as: alice)["errors"] == nil)
        let user = try await world.bench.fixture.administrator.adminGetUser(
            AdminGetUserRequest(userPoolId: world.bench.fixture.poolID, username: "alice"))
        let sub = user.userAttributes?.first { $0.name == "sub" }?.value ?? ""
        let thief = try world.token(
            sub, claims: ["username": "alice", "cognito:username": "alice", "cognito:groups": ["admins"]])
        let list = await world.list(thief)
        #expect(list.json["data"]?["listTodos"]?["items"] == [])
        let secrets = try await world.bench.execute(
            "{ listSecrets { items { id } } }", as: [("Authorization", thief)])
        #expect(
            secrets["errors"]?.arrayValue?.first?["message"] == "Not Authorized to access listSecrets on type Query")
    }

    @Test(arguments: [
        ("app", 200), ("other|app", 200), ("a.p", 200), ("ap", 401), ("other", 401), ("(", 401), ("party", 200),
    ])
    func `the expression for clients matches a whole client in aud or azp`(
        expression: String, status: Int
    )
        async throws
    {
        let world = try await World(OpenIDSource(issuer: Self.url, clientExpression: expression))
        let token = try world.token(claims: ["aud": ["x", "app"], "azp": "party"])
        #expect(await world.list(token).status == status)
        #expect(await world.list(try world.token(claims: ["aud": nil])).status == 401)
    }

    @Test func `a token is accepted for the times since its issue and the sign-in that the API sets`() async throws {
        let world = try await World(
            OpenIDSource(issuer: Self.url, issueLifetime: 60_000, authenticationLifetime: 120_000))
        let clock = world.bench.gatehouse.clock
        let start = Int64(clock.now.timeIntervalSince1970)
        let signedIn: [String: WireValue?] = ["auth_time": .integer(start)]
        let token = try world.token(claims: signedIn)
        #expect(await world.list(token).status == 200)
        #expect(await world.list(try world.token()).refusal == Self.unauthorized)
        #expect(await world.list(try world.token(claims: ["auth_time": .integer(start), "iat": nil])).status == 401)
        clock.advance(by: 60)
        #expect(await world.list(token).refusal == ["UnauthorizedException", "Token has expired."])
        #expect(await world.list(try world.token(claims: signedIn)).status == 200)
        clock.advance(by: 60)
        #expect(await world.list(try world.token(claims: signedIn)).status == 401)
    }

    @Test func `an issuer that does not answer makes the service unavailable, and refuses no caller`() async throws {
        let provider = try TestOpenIDProvider(Self.url)
        let log = LogLines()
        let bench = try await DataBench(
            modes: [.oidc], issuers: [OpenIDSource(issuer: Self.url)], logger: log.logger)
        let token = try provider.token(for: "app", as: "ada", at: bench.gatehouse.clock.now)
        let response = await bench.post(DataBench.body(DataBench.list), [("Authorization", token)])
        #expect(response.status == 503 && response.refusal.first == "ServiceUnavailableException")
        #expect(response.header("Retry-After") != nil)
        // An outage of the issuer has one line a minute.
        let again = await bench.post(DataBench.body(DataBench.list), [("Authorization", token)])
        #expect(again.status == 503)
        let lines = log.all.filter { $0.hasPrefix("error Request failed") }
        #expect(lines.count == 1 && lines[0].contains("refused_by=provider_unavailable"))
    }

    @Test func `an issuer counts only for an API that has the mode`() async throws {
        let provider = try TestOpenIDProvider(Self.url)
        let bench = try await DataBench(issuers: [OpenIDSource(issuer: Self.url)], fetch: provider)
        let token = try provider.token(for: "app", as: "ada", at: bench.gatehouse.clock.now)
        let response = await bench.post(DataBench.body(DataBench.list), [("Authorization", token)])
        #expect(response.status == 401)
    }

    // MARK: - User pools of other servers

    @Test func `both tokens of a pool of another server are those of its users`() async throws {
        let provider = try TestOpenIDProvider(Self.pool)
        let source = UserPoolSource(id: "eu-west-1_abc", clientExpression: "web", issuer: Self.pool)
        let bench = try await DataBench(pools: [source], fetch: provider)
        func response(_ claims: [String: WireValue?], client: String = "web") async throws -> GatewayResponse {
            let token = try provider.token(
                for: client, as: "s-1", at: bench.gatehouse.clock.now, claims: claims)
            return await bench.post(
                DataBench.body(DataBench.create, ["content": "x"]), [("Authorization", token)])
        }
        let access: [String: WireValue?] = [
            "token_use": "access", "client_id": "web", "username": "zoe", "aud": nil,
        ]
        for claims in [access, ["token_use": "id", "cognito:username": "zoe"]] {
            let answer = try await response(claims)
            #expect(answer.json["data"]?["createTodo"]?["owner"] == "zoe")
        }
        // Of another client, for another use, or of a machine.
        #expect(try await response(["token_use": "id"], client: "other").status == 401)
        #expect(try await response(access.merging(["client_id": "other"]) { $1 }).status == 401)
        #expect(try await response([:]).status == 401)
        #expect(try await response(["token_use": "refresh"]).status == 401)
        #expect(try await response(access.merging(["username": nil]) { $1 }).status == 401)
        // The pools of this server go on.
        let alice = try await bench.user("alice")
        #expect(try await bench.create("y", as: alice)["owner"] == "alice")
    }
}
