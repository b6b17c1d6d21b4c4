// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// Users of identity providers, who must not pass by their provider with a factor of the pool.
@Suite struct ProviderUserTests {
    private static let noFactor = ServiceFault.invalidParameter(
        "The user has no factor that the user pool allows a sign-in to begin with.")

    @Test(arguments: ["EMAIL_OTP", "SMS_OTP", "PASSWORD", nil])
    func `a user of a provider gets no code of the pool`(_ factor: String?) async throws {
        let fixture = try await PoolFixture.withoutPasswords(hidingUsers: false)
        try await fixture.makeReachableUser()
        #expect(try await fixture.beginUserAuth(preferring: factor).session != nil)
        let sent = fixture.gatehouse.messages().count
        try await fixture.leaveToProvider()
        #expect(
            try await fault { _ = try await fixture.beginUserAuth(preferring: factor) } == Self.noFactor)
        #expect(fixture.gatehouse.messages().count == sent)
    }

    @Test func `a user of a provider gets the answers of an unknown user where these are hidden`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.makeReachableUser()
        try await fixture.leaveToProvider()
        for factor in ["EMAIL_OTP", "SMS_OTP", "PASSWORD"] {
            let begun = try await fixture.beginUserAuth(preferring: factor)
            #expect(begun.session != nil && begun.availableChallenges?.isEmpty == false)
        }
        #expect(fixture.gatehouse.messages().isEmpty)
    }

    @Test func `a code that was sent before does not sign in a user who is left to a provider`() async throws {
        let fixture = try await PoolFixture.withoutPasswords(hidingUsers: false)
        try await fixture.makeReachableUser()
        let begun = try await fixture.beginUserAuth(preferring: "EMAIL_OTP")
        let code = fixture.newestCode
        try await fixture.leaveToProvider()
        #expect(
            try await fault { _ = try await fixture.answer(.emailOtp, begun.session, ["EMAIL_OTP_CODE": code]) }
                == .invalidSession)
    }

    @Test func `a passkey does not sign in a user who is left to a provider, also in a sign-in that has begun`()
        async throws
    {
        let fixture = try await PoolFixture.withPasskeys()
        var authenticator = TestAuthenticator()
        try await fixture.register(&authenticator, token: try await fixture.accessToken())
        let asked = try await fixture.askForPasskey()
        let credential = try authenticator.authenticate(options: try asked.requestOptions)
        try await fixture.leaveToProvider()
        #expect(try await fault { _ = try await fixture.answer(asked, credential) } == .invalidSession)
        #expect(try await fault { _ = try await fixture.askForPasskey() } == Self.noFactor)
    }
}

extension PoolFixture {
    /// Disables the password of a user, who then signs in with identity providers alone.
    func leaveToProvider(_ username: String = "alice") async throws {
        _ = try await administrator.adminDisableProviderForUser(
            AdminDisableProviderForUserRequest(
                userPoolId: poolID,
                user: ProviderUserIdentifierType(
                    providerName: "Cognito", providerAttributeName: "Cognito_Subject",
                    providerAttributeValue: username)))
    }
}
