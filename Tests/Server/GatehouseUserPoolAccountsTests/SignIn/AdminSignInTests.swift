// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseCrypto
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct AdminSignInTests {
    private func makeFixture(withSecret: Bool = false) async throws -> PoolFixture {
        let fixture = try await PoolFixture.make(withSecret: withSecret) {
            $0.explicitAuthFlows = [
                .allowAdminUserPasswordAuth, .allowUserPasswordAuth, .allowUserSrpAuth, .allowRefreshTokenAuth,
            ]
        }
        try await fixture.makeUser()
        return fixture
    }

    private func begin(
        _ fixture: PoolFixture, _ flow: AuthFlowType, _ parameters: [String: String], pool: String? = nil
    ) async throws -> AdminInitiateAuthResponse {
        var parameters = parameters
        parameters["SECRET_HASH"] = fixture.hash(parameters["USERNAME"] ?? "alice")
        return try await fixture.administrator.adminInitiateAuth(
            AdminInitiateAuthRequest(
                userPoolId: pool ?? fixture.poolID, clientId: fixture.client.id, authFlow: flow,
                authParameters: parameters))
    }

    private func answer(
        _ fixture: PoolFixture, _ name: ChallengeNameType, _ responses: [String: String], session: String?,
        pool: String? = nil
    ) async throws -> AdminRespondToAuthChallengeResponse {
        try await fixture.administrator.adminRespondToAuthChallenge(
            AdminRespondToAuthChallengeRequest(
                userPoolId: pool ?? fixture.poolID, clientId: fixture.client.id, challengeName: name,
                challengeResponses: responses, session: session))
    }

    private static let credentials = ["USERNAME": "alice", "PASSWORD": PoolFixture.password]

    @Test(arguments: [AuthFlowType.adminUserPasswordAuth, .adminNoSrpAuth], [false, true])
    func `the password itself gives tokens`(flow: AuthFlowType, withSecret: Bool) async throws {
        let fixture = try await makeFixture(withSecret: withSecret)
        let done = try await begin(fixture, flow, Self.credentials)
        #expect(done.authenticationResult?.refreshToken != nil && done.challengeParameters == [:])
        _ = try await fixture.anyone.getUser(
            GetUserRequest(accessToken: done.authenticationResult?.accessToken ?? ""))
    }

    @Test(arguments: [AuthFlowType.refreshTokenAuth, .refreshToken])
    func `refresh tokens are renewed`(flow: AuthFlowType) async throws {
        let fixture = try await makeFixture()
        let token = try await fixture.tokens().refreshToken ?? ""
        let renewed = try await begin(fixture, flow, ["REFRESH_TOKEN": token]).authenticationResult
        #expect(renewed?.accessToken != nil && renewed?.refreshToken == nil)
    }

    @Test func `SRP runs through both administrators' operations`() async throws {
        let fixture = try await makeFixture()
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let challenge = try await begin(
            fixture, .userSrpAuth, ["USERNAME": "alice", "SRP_A": conversation.srp.publicKeyHex])
        #expect(challenge.challengeName == .passwordVerifier)
        let asked = InitiateAuthResponse(
            challengeName: challenge.challengeName, session: challenge.session,
            challengeParameters: challenge.challengeParameters)
        let responses = try conversation.responses(to: asked, password: PoolFixture.password)
        let done = try await answer(fixture, .passwordVerifier, responses, session: challenge.session)
        #expect(done.authenticationResult?.idToken != nil)
        let again = try await fault {
            _ = try await answer(fixture, .passwordVerifier, responses, session: challenge.session)
        }
        #expect(again == .spentSession)
    }

    @Test func `a temporary password is replaced`() async throws {
        let fixture = try await makeFixture()
        _ = try await fixture.administrator.adminSetUserPassword(
            AdminSetUserPasswordRequest(
                userPoolId: fixture.poolID, username: "alice", password: PoolFixture.password, permanent: false))
        let challenge = try await begin(fixture, .adminUserPasswordAuth, Self.credentials)
        #expect(challenge.challengeName == .newPasswordRequired)
        let done = try await answer(
            fixture, .newPasswordRequired, ["USERNAME": "alice", "NEW_PASSWORD": "Chosen-Horse-9!"],
            session: challenge.session)
        #expect(done.authenticationResult?.accessToken != nil)
        #expect(try await fixture.signInWithPassword("alice", "Chosen-Horse-9!").authenticationResult != nil)
    }

    @Test func `a client of another pool is not there`() async throws {
        let fixture = try await makeFixture()
        let pool = CreateUserPoolRequest(poolName: "other")
        let other = try await fixture.administrator.createUserPool(pool).userPool?.id ?? ""
        let noSuchClient = ServiceFault.noSuchClient(fixture.client.id)
        #expect(
            try await fault { _ = try await begin(fixture, .adminUserPasswordAuth, Self.credentials, pool: other) }
                == noSuchClient)
        #expect(
            try await fault { _ = try await answer(fixture, .passwordVerifier, [:], session: nil, pool: other) }
                == noSuchClient)
        let nowhere = "us-east-1_Nowhere00"
        #expect(
            try await fault { _ = try await begin(fixture, .adminUserPasswordAuth, Self.credentials, pool: nowhere) }
                == .noSuchUserPool(nowhere))
    }

    @Test(arguments: [
        AuthFlowType.adminUserPasswordAuth, .adminNoSrpAuth, .refreshTokenAuth, .customAuth, .userAuth,
    ])
    func `flows that the client does not list are closed`(flow: AuthFlowType) async throws {
        let fixture = try await PoolFixture.make { $0.explicitAuthFlows = [.allowUserSrpAuth] }
        try await fixture.makeUser()
        #expect(
            try await fault { _ = try await begin(fixture, flow, Self.credentials) }
                == .invalidParameter("Auth flow not enabled for this client"))
    }

    @Test func `the older setting opens the flow as well`() async throws {
        let fixture = try await PoolFixture.make { $0.explicitAuthFlows = [.adminNoSrpAuth] }
        try await fixture.makeUser()
        #expect(try await begin(fixture, .adminUserPasswordAuth, Self.credentials).authenticationResult != nil)
    }

    @Test func `each operation has a password flow of its own`() async throws {
        let fixture = try await makeFixture()
        let unsupported = ServiceFault.invalidParameter("Initiate Auth method not supported.")
        #expect(try await fault { _ = try await begin(fixture, .userPasswordAuth, Self.credentials) } == unsupported)
        for flow in [AuthFlowType.adminUserPasswordAuth, .adminNoSrpAuth] {
            let request = InitiateAuthRequest(
                authFlow: flow, authParameters: Self.credentials, clientId: fixture.client.id)
            #expect(try await fault { _ = try await fixture.anyone.initiateAuth(request) } == unsupported)
        }
    }

    @Test(
        arguments: [
            ([], [.userSRP, .custom, .refresh]),
            ([.userPasswordAuth], [.userPassword, .userSRP, .custom, .refresh]),
            ([.adminNoSrpAuth], [.adminPassword, .userSRP, .custom, .refresh]),
            ([.adminNoSrpAuth, .userPasswordAuth], [.adminPassword, .userPassword, .userSRP, .custom, .refresh]),
            ([.customAuthFlowOnly], [.custom, .refresh]),
            ([.customAuthFlowOnly, .userPasswordAuth], [.custom, .refresh]),
            ([.allowUserPasswordAuth], [.userPassword]),
            ([.allowUserSrpAuth, .allowUserAuth], [.userSRP, .user]),
        ] as [([ExplicitAuthFlowsType], Set<SignInFlow>)])
    func `legacy names open their flows besides SRP, custom and refresh`(
        _ listed: [ExplicitAuthFlowsType], _ open: Set<SignInFlow>
    ) {
        let client = AppClientRecord(
            id: "c", poolID: "p", description: UserPoolClientType(explicitAuthFlows: listed), secrets: [],
            createdAt: .distantPast, modifiedAt: .distantPast)
        #expect(Set(SignInFlow.allCases.filter(client.allows)) == open)
    }

    @Test func `a client with a legacy name signs in over SRP and refreshes`() async throws {
        let fixture = try await PoolFixture.make { $0.explicitAuthFlows = [.userPasswordAuth] }
        try await fixture.makeUser()
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let tokens = try await conversation.run(password: PoolFixture.password).authenticationResult
        let refresh = InitiateAuthRequest(
            authFlow: .refreshTokenAuth, authParameters: ["REFRESH_TOKEN": tokens?.refreshToken ?? ""],
            clientId: fixture.client.id)
        #expect(try await fixture.anyone.initiateAuth(refresh).authenticationResult?.accessToken != nil)
    }

    @Test func `rotation closes the refresh flow by its own fault`() async throws {
        let fixture = try await PoolFixture.make {
            $0.explicitAuthFlows = [.allowUserPasswordAuth]
            $0.refreshTokenRotation = RefreshTokenRotationType(feature: .enabled, retryGracePeriodSeconds: 0)
        }
        try await fixture.makeUser()
        let token = try await fixture.tokens().refreshToken ?? ""
        #expect(
            try await fault { _ = try await begin(fixture, .refreshTokenAuth, ["REFRESH_TOKEN": token]) }
                == ServiceFault(.unsupportedOperation, "This API does not support refresh token rotation"))
    }

    @Test func `administrators' sign-ins have the same checks of parameters, credentials and lockouts as apps'`()
        async throws
    {
        let fixture = try await makeFixture()
        #expect(
            try await fault { _ = try await begin(fixture, .adminUserPasswordAuth, ["USERNAME": "alice"]) }
                == .missingParameter("PASSWORD"))
        #expect(
            try await fault { _ = try await begin(fixture, .adminUserPasswordAuth, ["PASSWORD": "x"]) }
                == .missingParameter("USERNAME"))
        #expect(
            try await fault {
                _ = try await begin(fixture, .adminUserPasswordAuth, ["USERNAME": "nobody", "PASSWORD": "x"])
            } == .noSuchUser)
        for _ in 1...5 {
            #expect(
                try await fault {
                    _ = try await begin(fixture, .adminUserPasswordAuth, ["USERNAME": "alice", "PASSWORD": "x"])
                } == .wrongCredentials)
        }
        #expect(
            try await fault { _ = try await begin(fixture, .adminUserPasswordAuth, Self.credentials) } == .lockedOut)
        #expect(try await fault { _ = try await fixture.signInWithPassword() } == .lockedOut)
    }

    @Test func `a wrong secret hash is refused`() async throws {
        let fixture = try await makeFixture(withSecret: true)
        let request = AdminInitiateAuthRequest(
            userPoolId: fixture.poolID, clientId: fixture.client.id, authFlow: .adminUserPasswordAuth,
            authParameters: Self.credentials.merging(["SECRET_HASH": fixture.hash("bob") ?? ""]) { $1 })
        #expect(
            try await fault { _ = try await fixture.administrator.adminInitiateAuth(request) }?.message
                == "Unable to verify secret hash for client \(fixture.client.id)")
    }
}
