// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseIdentityPools
import GatehouseWire
import Testing

@Suite struct LoginProofTests {
    static let noMatch =
        "Logins don't match. Please include at least one valid login for this identity or identity pool."
    private static let unsupported = "Token is not from a supported provider of this identity pool."

    @Test(arguments: [
        ("cognito-idp.us-east-1.amazonaws.com/us-east-1_Elsewhere", unsupported), ("accounts.google.com", unsupported),
        ("us-east-1_First1111", unsupported), ("localhost:9229/", unsupported),
        ("localhost:9229/a/us-east-1_First1111", unsupported),
        (UserPool.first.key + "/", unsupported), ("", unsupported),
        ("cognito-identity.amazonaws.com", "Invalid login token. Can't pass in a Cognito token."),
        (
            "login.example.com/tenant",
            "Invalid login token. No OpenIDConnect provider found in your account for https://login.example.com/tenant"
        ),
    ])
    func `a key that the pool cannot accept is refused`(_ key: String, _ text: String) async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let token = try house.issuer.token(as: "alice")
        await #expect(throws: ServiceFault(.notAuthorized, text)) { _ = try await house.id(in: pool, [key: token]) }
    }

    @Test func `the developer provider is not for public calls`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        await #expect(throws: ServiceFault(.invalidParameter, "Please provide a valid public provider")) {
            _ = try await house.id(in: pool, ["login.mycompany.myapp": "alice"])
        }
    }

    @Test func `only tokens of this pool come under its own key`() async throws {
        let house = try await House()
        let guest = try await house.id(in: try await house.makePool())
        let token = try house.issuer.token(as: "alice")
        await #expect(throws: ServiceFault(.notAuthorized, "Invalid login token. Not a Cognito token.")) {
            _ = try await house.credentials(guest, ["cognito-identity.amazonaws.com": token])
        }
    }

    @Test func `a token for another client is refused`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let login = try house.issuer.login(as: "alice", audience: "stranger")
        await #expect(
            throws: ServiceFault(.notAuthorized, "Token is not from a supported provider of this identity pool.")
        ) {
            _ = try await house.id(in: pool, login)
        }
    }

    @Test func `a token under another pool's key is refused`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let token = try house.issuer.token(.second, as: "alice")
        await #expect(
            throws: ServiceFault(.notAuthorized, "Invalid login token. Issuer doesn't match providerName")
        ) {
            _ = try await house.id(in: pool, [UserPool.first.key: token])
        }
    }

    @Test func `one bad token fails the whole call`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        var logins = try house.issuer.login(.first, as: "alice")
        logins[UserPool.second.key] = "not a token"
        await #expect(throws: ServiceFault(.notAuthorized, "Invalid login token. Couldn't verify signed token.")) {
            _ = try await house.id(in: pool, logins)
        }
        let listed = try await house.service.listIdentities(
            ListIdentitiesInput(identityPoolId: pool, maxResults: 60)
        )
        #expect(listed.identities == [])
    }

    @Test func `the token is checked with the user pool where ServerSideTokenCheck is set`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        house.issuer.signedOut.insert("alice")
        _ = try await house.id(in: pool, try house.issuer.login(.first, as: "alice"))
        await #expect(throws: ServiceFault(.notAuthorized, "Token is inactive")) {
            _ = try await house.id(in: pool, try house.issuer.login(.second, as: "alice"))
        }
        _ = try await house.id(in: pool, try house.issuer.login(.second, as: "bob"))
    }
}
