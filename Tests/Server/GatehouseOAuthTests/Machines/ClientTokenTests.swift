// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseServer
import GatehouseServerCrypto
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// Tokens of clients that act for themselves.
@Suite(.hangLimit) struct ClientTokenTests {
    private static func fixture() async throws -> (fixture: PoolFixture, machine: TestClient) {
        let fixture = try await PoolFixture.make()
        try await fixture.makeResourceServers()
        return (fixture, try await fixture.makeMachine())
    }

    private func scope(_ result: ClientAuthenticationResultType?) throws -> String? {
        try claims(result?.accessToken)["scope"]?.stringValue
    }

    @Test func `a machine gets an access token with its own id as the subject, and nothing of a user`() async throws {
        let (fixture, machine) = try await Self.fixture()
        let result = try await fixture.clientToken(of: machine)
        let claims = try claims(result?.accessToken)
        let now = Int64(fixture.gatehouse.clock.now.timeIntervalSince1970)
        #expect(
            Set(claims.keys) == [
                "sub", "client_id", "token_use", "scope", "auth_time", "iss", "exp", "iat", "version", "jti",
            ])
        #expect(claims["sub"] == .string(machine.id) && claims["client_id"] == .string(machine.id))
        #expect(claims["token_use"] == "access" && claims["version"] == 2)
        #expect(claims["iss"] == .string("http://localhost:9229/\(fixture.poolID)"))
        #expect(claims["auth_time"] == .integer(now) && claims["iat"] == .integer(now))
        #expect(claims["exp"] == .integer(now + 3_600))
        #expect(claims["scope"] == .string(PoolFixture.customScopes.joined(separator: " ")))
        #expect(result?.expiresIn == 3_600 && result?.tokenType == "Bearer")
        let other = try await fixture.clientToken(of: machine)
        #expect(try GatehouseTesting.claims(other?.accessToken)["jti"] != claims["jti"])
    }

    @Test func `the pool's key set verifies the token of a machine`() async throws {
        let (fixture, machine) = try await Self.fixture()
        let token = try #require(try await fixture.clientToken(of: machine)?.accessToken)
        let keySet = try await fixture.gatehouse.installation.userPools.discovery.jsonWebKeySet(ofPool: fixture.poolID)
        var keys: [String: RSAVerificationKey] = [:]
        for key in keySet["keys"]?.arrayValue ?? [] {
            let id = try #require(key["kid"]?.stringValue)
            keys[id] = try RSAVerificationKey(
                jwk: (n: try #require(key["n"]?.stringValue), e: try #require(key["e"]?.stringValue)), keyID: id)
        }
        _ = try UnverifiedJWS(token).verified(by: keys)
    }

    @Test func `a machine gets the scopes that it asks for, each once`() async throws {
        let (fixture, machine) = try await Self.fixture()
        let some = try await fixture.clientToken(of: machine, scopes: ["orders/write", "orders/read", "orders/write"])
        #expect(try scope(some) == "orders/write orders/read")
        let all = try await fixture.clientToken(of: machine, scopes: [])
        #expect(try scope(all) == PoolFixture.customScopes.joined(separator: " "))
    }

    @Test(arguments: ["orders/delete", "nothing/read", "read", "/", "orders/", "/read", "orders\0/read"])
    func `a scope that does not exist gives no token`(_ wanted: String) async throws {
        let (fixture, machine) = try await Self.fixture()
        let refusal = try await fault {
            _ = try await fixture.clientToken(of: machine, scopes: ["orders/read", wanted])
        }
        #expect(refusal == .invalidParameter("Invalid scope requested: \(wanted)"))
        #expect(refusal?.cause as? ClientTokenRefusal == .unknownScope)
    }

    @Test(arguments: ["orders/write", "openid", "aws.cognito.signin.user.admin"])
    func `a machine gets no scope of another client, and none of a user's`(_ wanted: String) async throws {
        let (fixture, _) = try await Self.fixture()
        let machine = try await fixture.makeMachine(scopes: ["orders/read", "openid", "aws.cognito.signin.user.admin"])
        let refusal = try await fault { _ = try await fixture.clientToken(of: machine, scopes: [wanted]) }
        #expect(refusal?.code == .notAuthorized)
        #expect(refusal?.cause as? ClientTokenRefusal == .foreignScope)
        #expect(try scope(try await fixture.clientToken(of: machine)) == "orders/read")
    }

    @Test func `a scope whose resource server was removed is left out, and without any other there is no token`()
        async throws
    {
        let (fixture, machine) = try await Self.fixture()
        let single = try await fixture.makeMachine(scopes: ["orders/read"])
        try await fixture.administrator.deleteResourceServer(
            DeleteResourceServerRequest(userPoolId: fixture.poolID, identifier: "orders"))
        #expect(try scope(try await fixture.clientToken(of: machine)) == "https://api.example.com/v1/read")
        let partly = try await fixture.clientToken(
            of: machine, scopes: ["orders/read", "https://api.example.com/v1/read"])
        #expect(try scope(partly) == "https://api.example.com/v1/read")
        let refusal = try await fault { _ = try await fixture.clientToken(of: single) }
        #expect(refusal?.code == .invalidParameter)
        #expect(refusal?.cause as? ClientTokenRefusal == .noScope)
    }

    @Test func `a scope that was removed from its resource server is left out`() async throws {
        let (fixture, machine) = try await Self.fixture()
        _ = try await fixture.administrator.updateResourceServer(
            UpdateResourceServerRequest(
                userPoolId: fixture.poolID, identifier: "orders", name: "test",
                scopes: [ResourceServerScopeType(scopeName: "write", scopeDescription: "write")]))
        #expect(try scope(try await fixture.clientToken(of: machine)) == "https://api.example.com/v1/read orders/write")
    }

    @Test func `the scopes of a resource server of another pool do not count`() async throws {
        let (fixture, machine) = try await Self.fixture()
        let other = try await PoolFixture.make(on: fixture.gatehouse)
        try await other.makeResourceServer("billing", scopes: ["read"])
        let refusal = try await fault { _ = try await fixture.clientToken(of: machine, scopes: ["billing/read"]) }
        #expect(refusal?.cause as? ClientTokenRefusal == .unknownScope)
    }

    @Test func `a client must have enabled the flow, and its secret is checked`() async throws {
        let (fixture, machine) = try await Self.fixture()
        let other = try await fixture.makeMachine { $0.explicitAuthFlows = [.allowRefreshTokenAuth] }
        #expect(
            try await fault { _ = try await fixture.clientToken(of: other) }
                == .invalidParameter("CLIENT_TOKEN_AUTH is not enabled for the client."))
        for secret in [other.secret, String(machine.secret.dropLast()), machine.secret + "a"] {
            let refusal = try await fault {
                _ = try await fixture.clientToken(of: TestClient(id: machine.id, secret: secret))
            }
            #expect(refusal?.code == .notAuthorized)
        }
        let unknown = TestClient(id: "unknown", secret: machine.secret)
        #expect(try await fault { _ = try await fixture.clientToken(of: unknown) } == .noSuchClient("unknown"))
    }

    @Test func `a client without a secret is no machine, whatever secret the request has`() async throws {
        let (fixture, _) = try await Self.fixture()
        let open = try await fixture.makeMachine {
            $0.generateSecret = false
            $0.allowedOAuthFlows = nil
        }
        let refusal = try await fault {
            _ = try await fixture.clientToken(of: TestClient(id: open.id, secret: "any-secret-of-24-letters"))
        }
        #expect(refusal?.code == .notAuthorized)
        #expect(refusal?.cause as? ClientTokenRefusal == .publicClient)
    }

    @Test func `both secrets of a client get tokens, and a removed one does not`() async throws {
        let (fixture, machine) = try await Self.fixture()
        let added = try await fixture.administrator.addUserPoolClientSecret(
            AddUserPoolClientSecretRequest(userPoolId: fixture.poolID, clientId: machine.id))
        let second = TestClient(id: machine.id, secret: added.clientSecretDescriptor?.clientSecretValue ?? "")
        _ = try await fixture.clientToken(of: machine)
        _ = try await fixture.clientToken(of: second)
        _ = try await fixture.administrator.deleteUserPoolClientSecret(
            DeleteUserPoolClientSecretRequest(
                userPoolId: fixture.poolID, clientId: machine.id,
                clientSecretId: added.clientSecretDescriptor?.clientSecretId ?? ""))
        _ = try await fixture.clientToken(of: machine)
        #expect(try await fault { _ = try await fixture.clientToken(of: second) }?.code == .notAuthorized)
    }

    @Test func `the lifetime of the token is that of the client's access tokens`() async throws {
        let (fixture, _) = try await Self.fixture()
        let machine = try await fixture.makeMachine {
            $0.accessTokenValidity = 5
            $0.tokenValidityUnits = TokenValidityUnitsType(accessToken: .minutes)
        }
        let result = try await fixture.clientToken(of: machine)
        let claims = try claims(result?.accessToken)
        #expect(result?.expiresIn == 300)
        #expect(claims["exp"]?.integerValue == (claims["iat"]?.integerValue ?? 0) + 300)
    }

    @Test func `the resource becomes the audience`() async throws {
        let (fixture, machine) = try await Self.fixture()
        let service = fixture.anyone
        let (client, pool) = try await service.pools.records.read { try $0.existingClient(machine.id) }
        let result = try await service.clientToken(
            for: client, in: pool, scopes: ["orders/read"], resource: "https://api.example.com", metadata: nil)
        #expect(try claims(result.accessToken)["aud"] == "https://api.example.com")
        #expect(result.idToken == nil && result.refreshToken == nil)
    }

    @Test func `the token of a machine opens no operation of a user`() async throws {
        let (fixture, machine) = try await Self.fixture()
        let token = try await fixture.clientToken(of: machine)?.accessToken ?? ""
        #expect(
            try await fault { _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: token)) }?.code
                == .notAuthorized)
    }
}
