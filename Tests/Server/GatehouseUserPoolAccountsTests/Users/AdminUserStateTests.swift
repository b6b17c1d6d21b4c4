// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct AdminUserStateTests {
    private func signedIn() async throws -> (fixture: PoolFixture, tokens: AuthenticationResultType) {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        return (fixture, try await fixture.tokens())
    }

    private func disable(_ fixture: PoolFixture) async throws {
        _ = try await fixture.administrator.adminDisableUser(
            AdminDisableUserRequest(userPoolId: fixture.poolID, username: "alice"))
    }

    private func enable(_ fixture: PoolFixture) async throws {
        _ = try await fixture.administrator.adminEnableUser(
            AdminEnableUserRequest(userPoolId: fixture.poolID, username: "alice"))
    }

    private func refusals(
        _ tokens: AuthenticationResultType, _ fixture: PoolFixture
    ) async throws -> [ServiceFault?] {
        let access = GetUserRequest(accessToken: tokens.accessToken ?? "")
        let refresh = GetTokensFromRefreshTokenRequest(
            refreshToken: tokens.refreshToken ?? "", clientId: fixture.client.id)
        return [
            try await fault { _ = try await fixture.anyone.getUser(access) },
            try await fault { _ = try await fixture.anyone.getTokensFromRefreshToken(refresh) },
        ]
    }

    private static let revoked = [
        ServiceFault(.notAuthorized, "Access Token has been revoked"),
        ServiceFault(.notAuthorized, "Refresh Token has been revoked"),
    ]

    @Test func `a disabled user cannot sign in until enabled`() async throws {
        let (fixture, _) = try await signedIn()
        try await disable(fixture)
        #expect(try await fault { _ = try await fixture.signInWithPassword() } == .disabledUser)
        let overSRP = SRPConversation(fixture: fixture, username: "alice")
        #expect(try await fault { _ = try await overSRP.begin() } == .disabledUser)
        try await enable(fixture)
        _ = try await fixture.tokens()
    }

    @Test func `disabling revokes tokens for good`() async throws {
        let (fixture, tokens) = try await signedIn()
        try await disable(fixture)
        #expect(try await refusals(tokens, fixture) == Self.revoked)
        try await enable(fixture)
        #expect(try await refusals(tokens, fixture) == Self.revoked)
    }

    @Test func `disabling in the middle of an SRP sign-in ends it`() async throws {
        let (fixture, _) = try await signedIn()
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let challenge = try await conversation.begin()
        let responses = try conversation.responses(to: challenge, password: PoolFixture.password)
        try await disable(fixture)
        #expect(try await fault { _ = try await conversation.answer(responses) } == .disabledUser)
    }

    @Test func `the flag is shown and found`() async throws {
        let (fixture, _) = try await signedIn()
        try await disable(fixture)
        let user = try await fixture.administrator.adminGetUser(
            AdminGetUserRequest(userPoolId: fixture.poolID, username: "alice"))
        #expect(user.enabled == false && user.userStatus == .confirmed)
        let found = try await fixture.administrator.listUsers(
            ListUsersRequest(userPoolId: fixture.poolID, filter: #"status = "Disabled""#))
        #expect(found.users?.map(\.username) == ["alice"])
    }

    @Test func `a global sign-out ends every session and leaves the user`() async throws {
        let (fixture, tokens) = try await signedIn()
        let other = try await fixture.tokens()
        _ = try await fixture.administrator.adminUserGlobalSignOut(
            AdminUserGlobalSignOutRequest(userPoolId: fixture.poolID, username: "alice"))
        #expect(try await refusals(tokens, fixture) == Self.revoked)
        #expect(try await refusals(other, fixture) == Self.revoked)
        _ = try await fixture.tokens()
    }

    @Test func `a deleted user's tokens and sign-in fail, and the user name is free again`() async throws {
        let (fixture, tokens) = try await signedIn()
        let request = AdminDeleteUserRequest(userPoolId: fixture.poolID, username: "alice")
        try await fixture.administrator.adminDeleteUser(request)
        #expect(try await refusals(tokens, fixture).allSatisfy { $0?.code == .notAuthorized })
        #expect(try await fault { _ = try await fixture.signInWithPassword() } == .noSuchUser)
        #expect(try await fault { try await fixture.administrator.adminDeleteUser(request) } == .noSuchUser)
        try await fixture.makeUser()
        #expect(try await refusals(tokens, fixture).allSatisfy { $0?.code == .notAuthorized })
    }

    @Test func `a pool that is not there says so`() async throws {
        let fixture = try await PoolFixture.make()
        let nowhere = "us-east-1_Nowhere00"
        let refusal = try await fault {
            try await fixture.administrator.adminDeleteUser(
                AdminDeleteUserRequest(userPoolId: nowhere, username: "alice"))
        }
        #expect(refusal == .noSuchUserPool(nowhere))
    }
}
