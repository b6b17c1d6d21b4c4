// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseIdentityPools
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseSecurityTokens

/// The classic flow, in which the token of GetOpenIdToken buys the credentials of a role that the client names, and user
/// pools that are registered as providers.
@Suite struct AssumeRoleWithWebIdentityTests {
    private static let arn = "arn:aws:iam::123456789012:role/Classic"

    private static func assume(
        _ house: House, _ token: String, duration: Int? = nil
    ) async throws -> AssumeRoleWithWebIdentityResponse {
        try await house.tokens(.anonymous).assumeRoleWithWebIdentity(
            AssumeRoleWithWebIdentityRequest(
                roleArn: arn, roleSessionName: "app", webIdentityToken: token, durationSeconds: duration))
    }

    private static func expectDenied(_ house: House, _ token: String) async {
        await #expect(throws: ServiceFault.notAuthorized(toPerform: "sts:AssumeRoleWithWebIdentity")) {
            try await assume(house, token)
        }
    }

    @Test func `an identity's token buys credentials of a role that trusts its pool`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let guest = try await house.id(in: pool)
        let token = try await house.token(guest).token
        try await house.registerRole("Classic", trust: House.trust(pool: pool))
        let answer = try await Self.assume(house, token, duration: 900)
        #expect(answer.subjectFromWebIdentityToken == guest && answer.audience == pool)
        #expect(answer.assumedRoleUser?.arn == "arn:aws:sts::123456789012:assumed-role/Classic/app")
        let credentials = try #require(answer.credentials)
        #expect(credentials.expiration == house.clock.now.addingTimeInterval(900))
        guard case .role(let session) = try await house.principal(credentials.accessKeyId, credentials.sessionToken)
        else { throw ServiceFault(.internalError, "no role") }
        #expect(session.identityID == guest && session.identityPoolID == pool)
        #expect(session.authenticationMethods == ["unauthenticated"])
    }

    @Test func `a role that trusts pool B refuses the token of pool A`() async throws {
        let house = try await House()
        let (first, second) = (try await house.makePool(), try await house.makePool())
        let token = try await house.token(house.id(in: first)).token
        try await house.registerRole("Classic", trust: House.trust(pool: second))
        await Self.expectDenied(house, token)
    }

    @Test func `a role for authenticated identities refuses a guest's token`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let token = try await house.token(house.id(in: pool)).token
        try await house.registerRole("Classic", trust: House.trust(pool: pool, amr: "authenticated"))
        await Self.expectDenied(house, token)
    }

    @Test func `a role that is not registered is refused, also while no role is registered`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let token = try await house.token(house.id(in: pool)).token
        await Self.expectDenied(house, token)
        try await house.registerRole("Other", trust: House.trust(pool: pool))
        await Self.expectDenied(house, token)
    }

    @Test func `an expired token, a changed one, another issuer's and a text are refused with their reasons`()
        async throws
    {
        let house = try await House()
        let pool = try await house.makePool()
        let token = try await house.token(house.id(in: pool)).token
        try await house.registerRole("Classic", trust: House.trust(pool: pool))
        func refusal(_ token: String) async -> ServiceFault? {
            await #expect(throws: ServiceFault.self) { try await Self.assume(house, token) }
        }
        #expect(
            await refusal("a text")?.message
                == "The ID Token provided is not a valid JWT. (You may see this error if you sent an Access Token)")
        let foreign = try #require(try house.issuer.login(as: "alice").values.first)
        #expect(
            await refusal(foreign)?.message.hasPrefix("No OpenIDConnect provider found in your account for ") == true)
        #expect(await refusal(String(token.dropLast(4)) + "AAAA")?.code == "InvalidIdentityToken")
        house.clock.advance(by: 601)
        let expired = await refusal(token)
        #expect(expired?.code == "ExpiredTokenException")
        #expect(expired?.message.hasPrefix("Token expired: current date/time ") == true)
    }

    @Test func `the token of a deleted pool buys nothing`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let token = try await house.token(house.id(in: pool)).token
        try await house.registerRole("Classic", trust: House.trust(pool: pool))
        try await house.service.deleteIdentityPool(.init(identityPoolId: pool))
        let fault = await #expect(throws: ServiceFault.self) { try await Self.assume(house, token) }
        #expect(fault?.code == "InvalidIdentityToken")
    }

    @Test func `a user pool of this server can be a provider, and a user who signed out gets nothing`() async throws {
        let house = try await House()
        let name = UserPool.first.issuerKey
        let provider = try OpenIDProvider(issuer: "http://\(name)", clientIDs: ["web"])
        let now = house.clock.now
        try await house.access.write {
            try $0.insert(AccessRecord(provider, origin: .command, createdAt: now, modifiedAt: now))
        }
        try await house.registerRole(
            "Classic",
            trust: #"""
                {"Effect":"Allow","Action":"sts:AssumeRoleWithWebIdentity",
                 "Principal":{"Federated":"\#(provider.arn(inAccount: House.account))"},
                 "Condition":{"StringEquals":{"\#(name):aud":"web"}}}
                """#)
        let claims: [WireName: WireValue] = ["iss": .string("http://\(name)")]
        let token = try house.issuer.token(as: "alice", claims: claims)
        let answer = try await Self.assume(house, token)
        #expect(answer.subjectFromWebIdentityToken == "alice" && answer.audience == "web")
        let other = try house.issuer.token(as: "alice", audience: "other", claims: claims)
        await #expect(throws: ServiceFault("InvalidIdentityToken", "Incorrect token audience")) {
            try await Self.assume(house, other)
        }
        house.issuer.signedOut.insert("alice")
        let revoked = await #expect(throws: ServiceFault.self) { try await Self.assume(house, token) }
        #expect(revoked?.code == "IDPRejectedClaim")
    }
}
