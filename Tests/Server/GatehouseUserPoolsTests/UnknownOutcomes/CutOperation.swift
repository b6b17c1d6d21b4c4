// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if AsyncHTTPClient && os(Linux)
import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// The place at which the connection of an operation is cut.
struct Scissors: Sendable {
    let server: CutServer
    let cut: PostgresProxy.Cut
    /// The number of writes of the operation that are committed before.
    let skipped: Int

    func during<Value>(_ operation: () async throws -> Value) async throws -> Value {
        try await server.cutting(cut, skipping: skipped, operation)
    }
}

/// An operation whose connection is cut, and the proof that it was done once.
struct CutOperation: Sendable {
    let name: String
    /// Prepares a new user, runs the operation between the scissors, and checks what was done.
    let run: @Sendable (CutServer, _ user: String, Scissors) async throws -> Void

    /// The operations of the table in `docs/unknown-outcomes.md`.
    static let all = creations + codes + signIns + changes

    private static let creations = [
        CutOperation(name: "SignUp") { server, user, scissors in
            _ = try await scissors.during { try await server.fixture.signUp(user, email: server.address(of: user)) }
            #expect(try await server.users(user) == 1)
            #expect(server.fixture.gatehouse.messages(to: server.address(of: user)).count == 1)
            try await server.fixture.confirm(user, code: server.code(of: user))
            #expect(try await server.refusal(of: user, PoolFixture.password) == nil)
        },
        CutOperation(name: "AdminCreateUser") { server, user, scissors in
            let request = AdminCreateUserRequest(
                userPoolId: server.fixture.poolID, username: user, messageAction: .suppress)
            _ = try await scissors.during { try await server.fixture.administrator.adminCreateUser(request) }
            #expect(try await server.users(user) == 1)
        },
        CutOperation(name: "CreateGroup") { server, user, scissors in
            let request = CreateGroupRequest(groupName: user, userPoolId: server.fixture.poolID)
            let group = try await scissors.during { try await server.fixture.administrator.createGroup(request).group }
            #expect(group?.groupName == user)
            #expect(try await server.groups(user) == 1)
        },
    ]

    private static let codes = [
        CutOperation(name: "ConfirmSignUp") { server, user, scissors in
            try await server.fixture.signUp(user, email: server.address(of: user))
            try await scissors.during { try await server.fixture.confirm(user, code: server.code(of: user)) }
            #expect(try await server.refusal(of: user, PoolFixture.password) == nil)
        },
        CutOperation(name: "ConfirmForgotPassword") { server, user, scissors in
            try await server.fixture.makeUser(user)
            try await server.fixture.forgotPassword(user)
            let code = server.code(of: user)
            try await scissors.during { try await server.fixture.confirmForgotPassword(user, code: code) }
            #expect(try await server.refusal(of: user, PoolFixture.newPassword) == nil)
            #expect(try await server.refusal(of: user, PoolFixture.password)?.code == .notAuthorized)
        },
    ]

    private static let signIns = [
        CutOperation(name: "InitiateAuth with a password") { server, user, scissors in
            try await server.fixture.makeUser(user)
            let tokens = try await scissors.during { try await server.fixture.tokens(user) }
            #expect(try await server.signIns(user) == 1)
            #expect(try await server.refresh(tokens.refreshToken) != nil)
        },
        CutOperation(name: "RespondToAuthChallenge with a proof of SRP") { server, user, scissors in
            try await server.fixture.makeUser(user)
            let conversation = SRPConversation(fixture: server.fixture, username: user)
            let answer = try await scissors.during { try await conversation.run(password: PoolFixture.password) }
            #expect(try await server.signIns(user) == 1)
            #expect(try await server.refresh(answer.authenticationResult?.refreshToken) != nil)
        },
        CutOperation(name: "RespondToAuthChallenge with a code of an app") { server, user, scissors in
            try await server.fixture.makeUser(user)
            try await server.fixture.allow([.softwareToken], .optional)
            let app = try await server.fixture.setUpApp(token: try await server.fixture.accessToken(user))
            try await server.fixture.prefer(.softwareToken, by: user)
            // Each code is good once, and the first one has set the app up.
            server.fixture.gatehouse.clock.advance(by: 30)
            let session = try await server.fixture.signInWithPassword(user).session
            let before = try await server.signIns(user)
            let request = RespondToAuthChallengeRequest(
                clientId: server.fixture.client.id, challengeName: .softwareTokenMfa, session: session,
                challengeResponses: ["USERNAME": user, "SOFTWARE_TOKEN_MFA_CODE": app.code()])
            let answer = try await scissors.during { try await server.fixture.anyone.respondToAuthChallenge(request) }
            #expect(try await server.signIns(user) == before + 1)
            #expect(try await server.refresh(answer.authenticationResult?.refreshToken) != nil)
        },
        CutOperation(name: "an authorization code, given") { server, user, scissors in
            try await server.fixture.makeUser(user)
            let record = try await server.fixture.browser(user).record
            let request = try await server.fixture.authorization()
            let code = try await scissors.during { try await server.fixture.anyone.issueCode(for: record, request) }
            #expect(try await server.fixture.redeem(code).refreshToken != nil)
        },
        CutOperation(name: "an authorization code, redeemed") { server, user, scissors in
            try await server.fixture.makeUser(user)
            let record = try await server.fixture.browser(user).record
            let request = try await server.fixture.authorization()
            let code = try await server.fixture.anyone.issueCode(for: record, request)
            let tokens = try await scissors.during { try await server.fixture.redeem(code) }
            #expect(try await server.signIns(user) == 1)
            _ = try await server.fixture.anyone.getUser(GetUserRequest(accessToken: tokens.accessToken ?? ""))
        },
        CutOperation(name: "GetTokensFromRefreshToken with rotation and without a grace period") {
            server, user, scissors in
            try await server.fixture.makeUser(user)
            let first = try await server.fixture.tokens(user).refreshToken
            let second = try await scissors.during { try await server.refresh(first)?.refreshToken }
            #expect(second != nil && second != first)
            #expect(try await server.refresh(second) != nil)
            #expect(try await server.signIns(user) == 1)
        },
    ]

    private static let changes = [
        CutOperation(name: "InitiateAuth with a wrong password") { server, user, scissors in
            try await server.fixture.makeUser(user)
            let before = try await server.failedAttempts()
            let refusal = try await scissors.during { try await server.refusal(of: user, "Wrong-Horse-7!") }
            #expect(refusal?.code == .notAuthorized)
            #expect(try await server.failedAttempts() == before + 1)
        },
        CutOperation(name: "RevokeToken") { server, user, scissors in
            try await server.fixture.makeUser(user)
            let token = try await server.fixture.tokens(user).refreshToken ?? ""
            let request = RevokeTokenRequest(token: token, clientId: server.fixture.client.id)
            _ = try await scissors.during { try await server.fixture.anyone.revokeToken(request) }
            #expect(try await fault { _ = try await server.refresh(token) }?.code == .notAuthorized)
        },
        CutOperation(name: "AdminUserGlobalSignOut") { server, user, scissors in
            try await server.fixture.makeUser(user)
            let token = try await server.fixture.tokens(user).refreshToken
            let request = AdminUserGlobalSignOutRequest(userPoolId: server.fixture.poolID, username: user)
            _ = try await scissors.during { try await server.fixture.administrator.adminUserGlobalSignOut(request) }
            #expect(try await fault { _ = try await server.refresh(token) }?.code == .notAuthorized)
        },
        CutOperation(name: "AdminDisableUser") { server, user, scissors in
            try await server.fixture.makeUser(user)
            let request = AdminDisableUserRequest(userPoolId: server.fixture.poolID, username: user)
            _ = try await scissors.during { try await server.fixture.administrator.adminDisableUser(request) }
            #expect(try await server.refusal(of: user, PoolFixture.password)?.code == .notAuthorized)
        },
        CutOperation(name: "AdminDeleteUser") { server, user, scissors in
            try await server.fixture.makeUser(user)
            let request = AdminDeleteUserRequest(userPoolId: server.fixture.poolID, username: user)
            try await scissors.during { try await server.fixture.administrator.adminDeleteUser(request) }
            #expect(try await server.users(user) == 0)
        },
        CutOperation(name: "AdminUpdateUserAttributes") { server, user, scissors in
            try await server.fixture.makeUser(user)
            let request = AdminUpdateUserAttributesRequest(
                userPoolId: server.fixture.poolID, username: user,
                userAttributes: [AttributeType(name: "given_name", value: "Ada")])
            _ = try await scissors.during { try await server.fixture.administrator.adminUpdateUserAttributes(request) }
            let attributes = try await server.fixture.user(user).userAttributes ?? []
            #expect(attributes.contains { $0.name == "given_name" && $0.value == "Ada" })
        },
        CutOperation(name: "ChangePassword") { server, user, scissors in
            try await server.fixture.makeUser(user)
            let request = ChangePasswordRequest(
                previousPassword: PoolFixture.password, proposedPassword: PoolFixture.newPassword,
                accessToken: try await server.fixture.accessToken(user))
            _ = try await scissors.during { try await server.fixture.anyone.changePassword(request) }
            #expect(try await server.refusal(of: user, PoolFixture.newPassword) == nil)
            #expect(try await server.refusal(of: user, PoolFixture.password)?.code == .notAuthorized)
        },
        CutOperation(name: "SetUserPoolMfaConfig") { server, _, scissors in
            try await scissors.during { try await server.fixture.allow([.softwareToken], .optional) }
            let request = GetUserPoolMfaConfigRequest(userPoolId: server.fixture.poolID)
            let settings = try await server.fixture.administrator.getUserPoolMfaConfig(request)
            #expect(settings.mfaConfiguration == .optional)
        },
    ]
}
#endif
