// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct AdminDisableProviderForUserTests {
    @Test func `a link is removed, and can be made again to another user`() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.makeUser("bob")
        try await fixture.link()
        try await fixture.link("corp", "a@b.c", by: "email")
        try await fixture.disable()
        #expect(try await fixture.identities().map { $0["userId"] } == ["a@b.c"])
        try await fixture.link(to: "bob")
        #expect(try await fixture.identities(of: "bob").map { $0["userId"] } == ["g1"])
        try await fixture.disable("corp", "a@b.c", by: "email")
        #expect(try await fixture.user().userAttributes?.contains { $0.name == "identities" } == false)
    }

    @Test func `the end of a link ends the sessions that may have come from it`() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.link()
        let tokens = try await fixture.tokens()
        try await fixture.disable()
        #expect(try await fault { _ = try await fixture.ownAttributes(token: tokens.accessToken ?? "") } != nil)
        // The user is one of the pool, and signs in again.
        #expect(try await fixture.tokens().accessToken != nil)
    }

    @Test func `a link is named by the attribute that it was made with`() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.link("corp", "a@b.c", by: "email")
        for (provider, value, attribute) in [
            ("corp", "a@b.c", "Cognito_Subject"), ("corp", "A@b.c", "email"), ("corp", "alice", "Cognito_Subject"),
            ("Google", "a@b.c", "Cognito_Subject"),
        ] {
            #expect(try await fault { try await fixture.disable(provider, value, by: attribute) } == .noSuchUser)
        }
        #expect(
            try await fault { try await fixture.disable("Facebook") } == .noSuchIdentityProvider("Facebook"))
        #expect(try await fault { try await fixture.disable("Google", by: "email") }?.code == .invalidParameter)
        #expect(try await fault { try await fixture.disable("corp", by: nil) }?.code == .invalidParameter)
        #expect(try await fixture.identities().count == 1)
    }

    @Test func `a person whose sign-in made a user is blocked until a link`() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.makeFederatedUser("Google", "g1")
        try await fixture.disable()
        let key = FederatedIdentityRecord.Key(
            poolID: fixture.poolID, provider: "Google", attribute: "Cognito_Subject", value: "g1")
        let blocked = try await fixture.administrator.pools.records.read { try $0.federatedIdentity(key) }
        #expect(blocked?.isDisabled == true && blocked?.isPrimary == true)
        #expect(try await fault { try await fixture.link("corp", "c1", to: "g1", at: "Google") } == .noSuchUser)
        try await fixture.link()
        let linked = try await fixture.administrator.pools.records.read { try $0.federatedIdentity(key) }
        #expect(linked?.isDisabled == false && linked?.isPrimary == false)
        #expect(try await fixture.identities().count == 1)
        #expect(try await fixture.identities(of: "Google_g1").isEmpty)
    }

    @Test func `a user of the pool loses password and sessions, and a reset gives none back`() async throws {
        let fixture = try await PoolFixture.withProviders()
        let tokens = try await fixture.tokens()
        _ = try await fixture.forgotPassword()
        try await fixture.disable("Cognito", "alice")
        #expect(try await fixture.user().userStatus == .externalProvider)
        #expect(try await fault { _ = try await fixture.tokens() } == .wrongCredentials)
        #expect(try await fault { _ = try await fixture.ownAttributes(token: tokens.accessToken ?? "") } != nil)
        let state = ServiceFault(.notAuthorized, "User password cannot be reset in the current state.")
        #expect(try await fault { _ = try await fixture.forgotPassword() } == state)
        let code = fixture.gatehouse.messages().first?.code ?? ""
        #expect(try await fault { try await fixture.confirmForgotPassword(code: code) } != nil)
        _ = try await fixture.administrator.adminSetUserPassword(
            AdminSetUserPasswordRequest(
                userPoolId: fixture.poolID, username: "alice", password: "Other-Horse-8!", permanent: true))
        #expect(try await fixture.user().userStatus == .confirmed)
        #expect(try await fixture.signInWithPassword("alice", "Other-Horse-8!").authenticationResult != nil)
    }

    @Test func `a user of an identity provider sets no password`() async throws {
        let fixture = try await PoolFixture.withProviders()
        let token = try await fixture.accessToken()
        let now = fixture.gatehouse.clock.now
        try await fixture.administrator.pools.records.write { [poolID = fixture.poolID] store in
            _ = try store.changeUser("alice", inPool: poolID, at: now) { user in
                user.status = .externalProvider
                user.password = nil
            }
        }
        let request = ChangePasswordRequest(proposedPassword: "Other-Horse-8!", accessToken: token)
        #expect(
            try await fault { _ = try await fixture.anyone.changePassword(request) }
                == ServiceFault(.notAuthorized, "User password cannot be changed in the current state."))
        #expect(
            try await fault { _ = try await fixture.signInWithPassword("alice", "Other-Horse-8!") } == .wrongCredentials
        )
    }

    @Test func `a user of the pool is named by the stored user name`() async throws {
        let fixture = try await PoolFixture.withProviders(pool: PoolFixture.request { $0.aliasAttributes = [.email] })
        #expect(try await fault { try await fixture.disable("Cognito", "alice@example.com") } == .noSuchUser)
        #expect(
            try await fault { try await fixture.disable("Cognito", "alice", by: "email") }?.code == .invalidParameter)
        #expect(try await fixture.tokens().accessToken != nil)
    }

    @Test func `links survive their provider, and can be removed without it`() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.link()
        try await fixture.administrator.deleteIdentityProvider(
            DeleteIdentityProviderRequest(userPoolId: fixture.poolID, providerName: "Google"))
        #expect(try await fixture.identities().count == 1)
        try await fixture.disable()
        #expect(try await fixture.identities().isEmpty)
        #expect(try await fault { try await fixture.disable() } == .noSuchIdentityProvider("Google"))
    }
}
