// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if AsyncHTTPClient && os(Linux)
import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// Operations whose connection to the database is cut around a COMMIT: the table in `docs/unknown-outcomes.md`.
@Suite(.hangLimit, .enabled(if: CutServer.address != nil, "Scripts/with-postgres.sh starts PostgreSQL"))
struct UnknownOutcomeTests {
    @Test(arguments: PostgresProxy.Cut.settled)
    func `an operation is done once, whichever of its writes is cut`(_ cut: PostgresProxy.Cut) async throws {
        try await CutServer.serving(findingOut: .seconds(60)) { server in
            for (position, operation) in CutOperation.all.enumerated() {
                var write = 0
                while true {
                    let cuts = server.proxy.cuts
                    let scissors = Scissors(server: server, cut: cut, skipped: write)
                    do {
                        try await operation.run(server, "user-\(position)-\(write)", scissors)
                    } catch {
                        Issue.record(error, "\(operation.name), write \(write)")
                    }
                    guard server.proxy.cuts > cuts else { break }
                    write += 1
                }
                #expect(write > 0, "\(operation.name) writes nothing")
            }
        }
    }

    // MARK: - Told 503, and tried again

    /// Runs an operation whose `skipped`th write, from 0, is committed without an answer, and checks that its caller gets
    /// 503.
    private func tell<Value>(
        _ server: CutServer, skipping skipped: Int = 0, _ operation: () async throws -> Value
    ) async throws {
        let cuts = server.proxy.cuts
        let refusal = try await fault { _ = try await server.cutting(.afterCommit, skipping: skipped, operation) }
        #expect(refusal?.code == .serviceUnavailable)
        #expect(server.proxy.cuts == cuts + 1)
    }

    @Test func `a sign-up that is tried again finds its name taken, and its message in the queue`() async throws {
        try await CutServer.serving(findingOut: .zero, carriers: [.email: MailServer()]) { server in
            try await tell(server) { try await server.fixture.signUp("ada", email: server.address(of: "ada")) }
            let second = try await fault {
                _ = try await server.fixture.signUp("ada", email: server.address(of: "ada"))
            }
            #expect(second?.code == .usernameExists)
            #expect(try await server.users("ada") == 1)
            #expect(try await server.queuedMessages() == 1)
        }
    }

    @Test func `a sign-up that never reached the database is done by the second try`() async throws {
        try await CutServer.serving(findingOut: .zero) { server in
            let refusal = try await fault {
                _ = try await server.cutting(.beforeCommit) { try await server.fixture.signUp("ada") }
            }
            #expect(refusal?.code == .serviceUnavailable)
            #expect(try await server.users("ada") == 0)
            try await server.fixture.signUp("ada")
            #expect(try await server.users("ada") == 1)
        }
    }

    @Test func `a user who confirms again is confirmed`() async throws {
        try await CutServer.serving(findingOut: .zero) { server in
            try await server.fixture.signUp("ada", email: server.address(of: "ada"))
            let code = server.code(of: "ada")
            try await tell(server) { try await server.fixture.confirm("ada", code: code) }
            #expect(try await fault { try await server.fixture.confirm("ada", code: code) } != nil)
            #expect(try await server.refusal(of: "ada", PoolFixture.password) == nil)
        }
    }

    @Test func `a recovery that is tried again is refused, and the new password is the only one`() async throws {
        try await CutServer.serving(findingOut: .zero) { server in
            try await server.fixture.makeUser("ada")
            try await server.fixture.forgotPassword("ada")
            let code = server.code(of: "ada")
            // The first write counts the guess.
            try await tell(server, skipping: 1) {
                try await server.fixture.confirmForgotPassword("ada", code: code)
            }
            let second = try await fault { try await server.fixture.confirmForgotPassword("ada", code: code) }
            #expect(second?.code == .expiredCode)
            #expect(try await server.refusal(of: "ada", PoolFixture.newPassword) == nil)
            #expect(try await server.refusal(of: "ada", PoolFixture.password)?.code == .notAuthorized)
        }
    }

    @Test func `a proof of SRP that is sent again is refused, and a new sign-in works`() async throws {
        try await CutServer.serving(findingOut: .zero) { server in
            try await server.fixture.makeUser("ada")
            let conversation = SRPConversation(fixture: server.fixture, username: "ada")
            let challenge = try await conversation.begin()
            let responses = try conversation.responses(to: challenge, password: PoolFixture.password)
            try await tell(server) { try await conversation.answer(responses, session: challenge.session) }
            let second = try await fault {
                _ = try await conversation.answer(responses, session: challenge.session)
            }
            #expect(second != nil)
            #expect(try await server.signIns("ada") == 1)
            #expect(try await conversation.run(password: PoolFixture.password).authenticationResult != nil)
            #expect(try await server.signIns("ada") == 2)
        }
    }

    @Test func `a code of an app that is sent again is refused, and a new sign-in works`() async throws {
        try await CutServer.serving(findingOut: .zero) { server in
            let fixture = server.fixture
            try await fixture.makeUser("ada")
            try await fixture.allow([.softwareToken], .optional)
            let app = try await fixture.setUpApp(token: try await fixture.accessToken("ada"))
            try await fixture.prefer(.softwareToken, by: "ada")
            fixture.gatehouse.clock.advance(by: 30)
            let before = try await server.signIns("ada")
            let session = try await fixture.signInWithPassword("ada").session
            let answer = ["SOFTWARE_TOKEN_MFA_CODE": app.code()]
            try await tell(server) { try await fixture.answer(.softwareTokenMfa, session, answer, as: "ada") }
            let second = try await fault {
                _ = try await fixture.answer(.softwareTokenMfa, session, answer, as: "ada")
            }
            #expect(second != nil)
            #expect(try await server.signIns("ada") == before + 1)
            fixture.gatehouse.clock.advance(by: 30)
            let next = try await fixture.signInWithPassword("ada").session
            let tokens = try await fixture.answer(
                .softwareTokenMfa, next, ["SOFTWARE_TOKEN_MFA_CODE": app.code()], as: "ada")
            #expect(tokens.authenticationResult != nil)
        }
    }

    @Test func `an authorization code that is sent again is refused, and a new one works`() async throws {
        try await CutServer.serving(findingOut: .zero) { server in
            let fixture = server.fixture
            try await fixture.makeUser("ada")
            let record = try await fixture.browser("ada").record
            let request = try await fixture.authorization()
            let code = try await fixture.anyone.issueCode(for: record, request)
            let first = try await server.cutting(.afterCommit) { try await fixture.refusal(of: code) }
            if case .fault(let fault)? = first {
                #expect(fault.code == .serviceUnavailable)
            } else {
                Issue.record("The first try ended with \(String(describing: first)).")
            }
            #expect(try await fixture.refusal(of: code) == .usedCode)
            #expect(try await server.signIns("ada") == 1)
            let next = try await fixture.anyone.issueCode(for: record, request)
            #expect(try await fixture.redeem(next).accessToken != nil)
        }
    }

    @Test func `a refresh that is tried again within the grace period gives tokens`() async throws {
        try await CutServer.serving(findingOut: .zero, grace: 10) { server in
            try await server.fixture.makeUser("ada")
            let token = try await server.fixture.tokens("ada").refreshToken
            try await tell(server) { try await server.refresh(token) }
            let second = try await server.refresh(token)?.refreshToken
            #expect(second != nil)
            #expect(try await server.refresh(second) != nil)
        }
    }

    @Test func `a refresh that is tried again without a grace period ends the session`() async throws {
        try await CutServer.serving(findingOut: .zero, grace: 0) { server in
            try await server.fixture.makeUser("ada")
            let token = try await server.fixture.tokens("ada").refreshToken
            try await tell(server) { try await server.refresh(token) }
            #expect(try await fault { _ = try await server.refresh(token) }?.code == .refreshTokenReuse)
            #expect(try await server.fixture.tokens("ada").refreshToken != nil)
        }
    }

    @Test func `a call that takes rights away is done by the first try, and may be repeated`() async throws {
        try await CutServer.serving(findingOut: .zero) { server in
            let (fixture, poolID) = (server.fixture, server.fixture.poolID)
            try await fixture.makeUser("ada")
            let token = try await fixture.tokens("ada").refreshToken ?? ""
            let revocation = RevokeTokenRequest(token: token, clientId: fixture.client.id)
            try await tell(server) { try await fixture.anyone.revokeToken(revocation) }
            #expect(try await fault { _ = try await fixture.anyone.revokeToken(revocation) } == nil)
            #expect(try await fault { _ = try await server.refresh(token) }?.code == .notAuthorized)

            let signOut = AdminUserGlobalSignOutRequest(userPoolId: poolID, username: "ada")
            let other = try await fixture.tokens("ada").refreshToken
            try await tell(server) { try await fixture.administrator.adminUserGlobalSignOut(signOut) }
            #expect(try await fault { _ = try await fixture.administrator.adminUserGlobalSignOut(signOut) } == nil)
            #expect(try await fault { _ = try await server.refresh(other) }?.code == .notAuthorized)

            let disabling = AdminDisableUserRequest(userPoolId: poolID, username: "ada")
            try await tell(server) { try await fixture.administrator.adminDisableUser(disabling) }
            #expect(try await fault { _ = try await fixture.administrator.adminDisableUser(disabling) } == nil)
            #expect(try await server.refusal(of: "ada", PoolFixture.password)?.code == .notAuthorized)

            let deletion = AdminDeleteUserRequest(userPoolId: poolID, username: "ada")
            try await tell(server) { try await fixture.administrator.adminDeleteUser(deletion) }
            #expect(
                try await fault { try await fixture.administrator.adminDeleteUser(deletion) }?.code == .userNotFound)
            #expect(try await server.users("ada") == 0)
        }
    }

    @Test func `the answer over HTTP has the status 503 and says when to try again`() async throws {
        try await CutServer.serving(findingOut: .zero) { server in
            try await server.fixture.makeUser("ada")
            let json = """
                {"AuthFlow": "USER_PASSWORD_AUTH", "ClientId": "\(server.fixture.client.id)",
                "AuthParameters": {"USERNAME": "ada", "PASSWORD": "\(PoolFixture.password)"}}
                """
            let call = TestRequest.call("AWSCognitoIdentityProviderService.InitiateAuth", json: json)
            let answer = try await server.cutting(.afterCommit) { await server.fixture.gatehouse.send(call) }
            #expect(answer.status == 503)
            #expect(answer.text.contains("ServiceUnavailableException"))
            #expect(answer.header("Retry-After") != nil)
            #expect(await server.fixture.gatehouse.send(call).status == 200)
        }
    }
}
#endif
