// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseAccounts
import GatehouseCore
import GatehouseCrypto
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGateway
import GatehouseIdentityPools
import GatehouseSchemaCompiler
import GatehouseSecurityTokens
import GatehouseServer
import GatehouseSites
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// The callers that each mode admits, and the attacks on each rule.
@Suite struct DataCallerTests {
    private static let unauthorized = ["UnauthorizedException", "You are not authorized to make this call."]

    /// The answer to a list, which all admitted callers get.
    private func list(
        _ bench: DataBench, _ headers: [(String, String)], path: String = "/graphql"
    ) async -> GatewayResponse {
        await bench.post(DataBench.body(DataBench.list), headers, path: path)
    }

    // MARK: - No credentials, and keys

    @Test func `a request without credentials is refused with status 401`() async throws {
        let bench = try await DataBench()
        let response = await list(bench, [])
        #expect(response.status == 401)
        #expect(response.refusal == ["UnauthorizedException", "Missing authorization header"])
        #expect(response.header("x-amzn-ErrorType") == "UnauthorizedException")
    }

    @Test func `a key is refused unless the API has it and it has not expired`() async throws {
        let bench = try await DataBench()
        #expect(await list(bench, bench.withKey).status == 200)
        for key in ["", "da2-", bench.key + "a", bench.key.uppercased(), String(repeating: "a", count: 20_000)] {
            let response = await list(bench, [("x-api-key", key)])
            #expect(response.status == 401 && response.refusal == Self.unauthorized)
        }
        #expect(await list(bench, bench.withKey + bench.withKey).status == 401)
        bench.gatehouse.clock.advance(by: 86_400)
        #expect(await list(bench, bench.withKey).refusal == Self.unauthorized)
    }

    @Test func `a key of another API is refused`() async throws {
        let bench = try await DataBench()
        let other = StoredAPI(
            id: "zzzzzzzzzzzzzzzzzzzzzzzzzz", name: "other",
            schema: "type Note @model @auth(rules: [{ allow: public }]) { id: ID! }",
            settings: DataSettings(defaultMode: .apiKey), createdAt: bench.gatehouse.clock.now)
        try await bench.apis.put(
            other, compiled: try DataAPI(compiling: other.schema, settings: other.settings), key: nil)
        let path = "/apis/\(other.id)/graphql"
        #expect(await list(bench, bench.withKey, path: path).refusal == Self.unauthorized)
    }

    @Test func `a key decides before a token, if the API accepts keys`() async throws {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")
        #expect(await list(bench, alice + [("x-api-key", "da2-wrong")]).status == 401)
        let without = try await DataBench(modes: [])
        let bob = try await without.user("bob")
        #expect(await list(without, bob + [("x-api-key", "da2-wrong")]).status == 200)
        #expect(await list(without, without.withKey).refusal == Self.unauthorized)
    }

    // MARK: - Tokens

    @Test func `access and ID tokens are accepted, with the scheme or alone`() async throws {
        let bench = try await DataBench()
        try await bench.fixture.makeUser()
        let tokens = try await bench.fixture.tokens()
        for token in [tokens.accessToken ?? "", tokens.idToken ?? ""] {
            for value in [token, "Bearer \(token)"] {
                let headers = [("Authorization", value)]
                #expect(try await bench.create("x", as: headers)["owner"] == "alice")
            }
        }
    }

    @Test func `an invalid token is refused with the reason`() async throws {
        let bench = try await DataBench()
        for (value, message) in [
            ("", "Missing authorization header"), ("Bearer ", "Missing authorization header"),
            ("garbage", "Unable to parse JWT token."), ("a.b.c", "Unable to parse JWT token."),
            (String(repeating: "a", count: 20_000), "Unable to parse JWT token."),
        ] {
            let response = await list(bench, [("Authorization", value)])
            #expect(response.status == 401 && response.refusal == ["UnauthorizedException", message])
        }
        let alice = try await bench.user("alice")
        #expect(await list(bench, alice + alice).status == 401)
    }

    @Test func `an expired token has its own text`() async throws {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")
        bench.gatehouse.clock.advance(by: 3_600)
        let response = await list(bench, alice)
        #expect(response.status == 401 && response.refusal == ["UnauthorizedException", "Token has expired."])
    }

    @Test func `a token of a pool that the API does not accept is refused`() async throws {
        let bench = try await DataBench()
        let other = try await PoolFixture.make(on: bench.gatehouse)
        try await other.makeUser()
        let headers = [("Authorization", try await other.accessToken())]
        #expect(await list(bench, headers).refusal == Self.unauthorized)
    }

    @Test(arguments: [(".*", 200), ("[a-z0-9]+", 200), ("x", 401), ("[a-z]", 401), ("(", 401)])
    func `the expression of a pool matches the whole id of the client`(expression: String, status: Int) async throws {
        let bench = try await DataBench(clients: expression)
        #expect(await list(bench, try await bench.user("alice")).status == status)
    }

    /// The ways in which a token ends before its time.
    enum End: CaseIterable {
        case signOut, disabled, deleted
    }

    @Test(arguments: End.allCases)
    func `a token is refused after its session or its user has ended`(_ end: End) async throws {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")
        #expect(await list(bench, alice).status == 200)
        let (administrator, pool) = (bench.fixture.administrator, bench.fixture.poolID)
        switch end {
        case .signOut:
            _ = try await administrator.adminUserGlobalSignOut(
                AdminUserGlobalSignOutRequest(userPoolId: pool, username: "alice"))
        case .disabled:
            _ = try await administrator.adminDisableUser(
                AdminDisableUserRequest(userPoolId: pool, username: "alice"))
        case .deleted:
            _ = try await administrator.adminDeleteUser(AdminDeleteUserRequest(userPoolId: pool, username: "alice"))
        }
        #expect(await list(bench, alice).refusal == Self.unauthorized)
    }

    @Test func `a group of a token counts while the user is in it`() async throws {
        let bench = try await DataBench(
            schema: """
                type Note @model @auth(rules: [{ allow: groups, groups: ["editors"] }]) { id: ID! }
                """)
        try await bench.fixture.makeUser("alice")
        try await bench.addToGroup("alice", "editors")
        let tokens = try await bench.fixture.tokens()
        let query = "query { listNotes { items { id } } }"
        for token in [tokens.accessToken, tokens.idToken] {
            #expect(try await bench.execute(query, as: [("Authorization", token ?? "")])["errors"] == nil)
        }
        try await bench.removeFromGroup("alice", "editors")
        for token in [tokens.accessToken, tokens.idToken] {
            let answer = try await bench.execute(query, as: [("Authorization", token ?? "")])
            #expect(answer["errors"]?.arrayValue?.first?["errorType"] == "Unauthorized")
        }
        // A group that was joined later is none of the token.
        let before = try await bench.fixture.accessToken()
        try await bench.addToGroup("alice", "editors")
        #expect(try await bench.execute(query, as: [("Authorization", before)])["errors"] != nil)
    }

    @Test func `a group that only a trigger put into a token does not count`() async throws {
        let triggers = ScriptedTriggers([
            .preTokenGeneration: { _ in
                .response([
                    "claimsOverrideDetails": ["groupOverrideDetails": ["groupsToOverride": ["editors", "writers"]]]
                ])
            }
        ])
        let bench = try await DataBench(
            schema: """
                type Note @model @auth(rules: [{ allow: groups, groups: ["editors"] }]) { id: ID! }
                type Text @model @auth(rules: [{ allow: groups, groups: ["writers"] }]) { id: ID! }
                """, triggers: triggers)
        try await bench.fixture.makeUser("alice")
        try await bench.addToGroup("alice", "writers")
        let token = [("Authorization", try await bench.fixture.accessToken())]
        #expect(try await bench.execute("{ listTexts { items { id } } }", as: token)["errors"] == nil)
        let refused = try await bench.execute("{ listNotes { items { id } } }", as: token)
        #expect(refused["errors"]?.arrayValue?.first?["errorType"] == "Unauthorized")
    }

    // MARK: - Signatures

    @Test func `a signature counts with the port of the host and without it`() async throws {
        let bench = try await DataBench()
        for host in [DataBench.host, "localhost"] {
            let request = DataBench.request(
                "POST", "/graphql", [], body: DataBench.body(DataBench.list), host: host)
            let headers = bench.signature(request).map { ($0.name, $0.value) }
            #expect(await list(bench, headers).status == 200)
        }
    }

    @Test func `a signature for another host, path, body, service or region is refused with status 403`() async throws {
        let bench = try await DataBench()
        let body = DataBench.body(DataBench.list)
        for (request, service) in [
            (DataBench.request("POST", "/graphql", [], body: body, host: "evil.example"), "appsync"),
            (DataBench.request("POST", "/graphql/connect", [], body: body), "appsync"),
            (DataBench.request("POST", "/graphql", [], body: "{}"), "appsync"),
            (DataBench.request("POST", "/graphql", [], body: body), "cognito-idp"),
        ] {
            let headers = bench.signature(request, service: service).map { ($0.name, $0.value) }
            let response = await list(bench, headers)
            #expect(response.status == 403 && response.refusal.first == "InvalidSignatureException")
        }
        let request = DataBench.request("POST", "/graphql", [], body: body)
        for region in ["eu-west-1", ""] {
            let headers = bench.signature(request, region: region).map { ($0.name, $0.value) }
            #expect(await list(bench, headers).status == 403)
        }
        let unknown = bench.signature(request, keyID: "AKIAUNKNOWN000000000").map { ($0.name, $0.value) }
        #expect(await list(bench, unknown).refusal.first == "UnrecognizedClientException")
        let without = try await DataBench(modes: [])
        let headers = without.signature(request).map { ($0.name, $0.value) }
        #expect(await list(without, headers).refusal == Self.unauthorized)
    }

    @Test func `credentials of an identity pool have the role of their identity`() async throws {
        let bench = try await DataBench(
            schema: """
                type Open @model @auth(rules: [{ allow: public, provider: iam }]) { id: ID! }
                type Inner @model @auth(rules: [{ allow: private, provider: iam }]) { id: ID! }
                """)
        let gatehouse = bench.gatehouse
        let client = try await gatehouse.makeClient(ofPool: bench.fixture.poolID)
        let pool = try await gatehouse.makeIdentityPool(userPool: bench.fixture.poolID, client: client)
        let fixture = PoolFixture(
            gatehouse: gatehouse, poolID: bench.fixture.poolID, client: (client.id, client.secret))
        try await fixture.makeUser()
        let login = gatehouse.installation.deployment.loginKey(ofUserPool: bench.fixture.poolID)
        let logins = [login: try await fixture.tokens().idToken ?? ""]
        for (logins, admitted) in [(nil, "listOpens"), (logins, "listInners")] {
            let credentials = try await bench.credentials(ofPool: pool, logins: logins)
            for operation in ["listOpens", "listInners"] {
                let body = DataBench.body("query { \(operation) { items { id } } }")
                let response = await bench.post(body, bench.signature(body, credentials))
                #expect(response.status == 200)
                #expect((response.json["errors"] == nil) == (operation == admitted))
            }
        }
    }

    @Test func `the session of a role is refused when a policy denies the API, or the role was deleted`() async throws {
        let bench = try await DataBench(
            schema: "type Open @model @auth(rules: [{ allow: public, provider: iam }]) { id: ID! }")
        let client = try await bench.gatehouse.makeClient(ofPool: bench.fixture.poolID)
        let pool = try await bench.gatehouse.makeIdentityPool(userPool: bench.fixture.poolID, client: client)
        let credentials = try await bench.credentials(ofPool: pool)
        let body = DataBench.body("query { listOpens { items { id } } }")
        let headers = bench.signature(body, credentials)
        #expect(await bench.post(body, headers).status == 200)
        let registry = bench.gatehouse.installation.securityTokens.registry
        func role(_ statements: WireValue) -> WireValue {
            [
                "trustPolicy": [
                    "Version": "2012-10-17",
                    "Statement": [
                        "Effect": "Allow", "Action": "sts:AssumeRoleWithWebIdentity",
                        "Principal": ["Federated": "cognito-identity.amazonaws.com"],
                        "Condition": ["StringEquals": ["cognito-identity.amazonaws.com:aud": .string(pool)]],
                    ],
                ],
                "policies": ["own": ["Version": "2012-10-17", "Statement": statements]],
            ]
        }
        let (denial, other): (WireValue, WireValue) = (
            ["Effect": "Deny", "Action": "appsync:*", "Resource": "*"],
            ["Effect": "Deny", "Action": "s3:*", "Resource": "*"]
        )
        try await registry.create(.role, named: "test-unauthenticated", document: role(denial))
        try await registry.create(.role, named: "other", document: role(other))
        let denied = await bench.post(body, headers)
        #expect(denied.status == 403 && denied.refusal.first == "AccessDeniedException")
        try await registry.update(.role, named: "test-unauthenticated", document: role(other))
        #expect(await bench.post(body, headers).status == 200)
        try await registry.delete(.role, named: "test-unauthenticated")
        #expect(await bench.post(body, headers).refusal.first == "AccessDeniedException")
    }
}
