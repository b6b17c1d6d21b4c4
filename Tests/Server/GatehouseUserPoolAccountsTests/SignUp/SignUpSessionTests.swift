// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@testable import GatehouseSignIn

/// Sign-ins with the session of a confirmed sign-up, without a further proof.
@Suite struct SignUpSessionTests {
    private static let invalid = ServiceFault(.notAuthorized, "Invalid session for the user.")
    private static let spent = ServiceFault(
        .notAuthorized, "Invalid session for the user, session can only be used once.")
    private static let expired = ServiceFault(.notAuthorized, "Invalid session for the user, session is expired.")

    @Test(arguments: [false, true])
    func `a user who signs up and enters the code gets tokens with the sign-up's session`(withSecret: Bool) async throws
    {
        let fixture = try await Self.fixture(withSecret: withSecret)
        let signUp = try await fixture.signUp()
        let session = try #require(signUp.session)
        #expect((20...2048).contains(session.count))
        let confirmed = try #require(try await fixture.confirmed(session: session))
        let result = try await fixture.claim(confirmed)
        #expect(result.challengeName == nil)
        let tokens = try #require(result.authenticationResult)
        let user = try await fixture.anyone.getUser(GetUserRequest(accessToken: tokens.accessToken ?? ""))
        #expect(user.username == "alice")
        #expect(tokens.refreshToken != nil && tokens.idToken != nil)
    }

    @Test func `an administrator's call claims the session as well`() async throws {
        let fixture = try await Self.fixture()
        let confirmed = try #require(try await fixture.confirmed(session: try await fixture.signUp().session))
        let answer = try await fixture.administrator.adminInitiateAuth(
            AdminInitiateAuthRequest(
                userPoolId: fixture.poolID, clientId: fixture.client.id, authFlow: .userAuth,
                authParameters: ["USERNAME": "alice"], session: confirmed))
        #expect(answer.authenticationResult?.accessToken != nil)
    }

    @Test func `a client without the flow gets no session`() async throws {
        let fixture = try await PoolFixture.make()
        #expect(try await fixture.signUp().session == nil)
        #expect(try await fixture.confirmed(session: nil) == nil)
    }

    @Test func `a confirmation without the sign-up's session returns no session`() async throws {
        let fixture = try await Self.fixture()
        try await fixture.signUp()
        #expect(try await fixture.confirmed(session: nil) == nil)
    }

    @Test func `a wrong code leaves the session as it is`() async throws {
        let fixture = try await Self.fixture()
        let session = try await fixture.signUp().session
        let refused = try await fault { _ = try await fixture.confirmed(session: session, code: fixture.wrongCode) }
        #expect(refused?.code == .codeMismatch)
        #expect(try await fixture.confirmed(session: session) != nil)
    }

    @Test func `a code that comes after the session's end confirms, and that is all`() async throws {
        let fixture = try await Self.fixture()
        let session = try await fixture.signUp().session
        fixture.gatehouse.clock.advance(by: 181)
        #expect(try await fixture.confirmed(session: session) == nil)
        let status = try await fixture.administrator.adminGetUser(
            AdminGetUserRequest(userPoolId: fixture.poolID, username: "alice")
        ).userStatus
        #expect(status == .confirmed)
    }

    @Test(arguments: [(nil, 3), (5, 5), (15, 15)])
    func `the session lasts as long as the client says`(validity: Int?, minutes: Int) async throws {
        let fixture = try await Self.fixture { $0.authSessionValidity = validity }
        let confirmed = try #require(try await fixture.confirmed(session: try await fixture.signUp().session))
        fixture.gatehouse.clock.advance(by: TimeInterval(minutes) * 60)
        #expect(try await fault { _ = try await fixture.claim(confirmed) } == Self.expired)
    }

    @Test func `a session is good for one sign-in`() async throws {
        let fixture = try await Self.fixture()
        let confirmed = try #require(try await fixture.confirmed(session: try await fixture.signUp().session))
        _ = try await fixture.claim(confirmed)
        #expect(try await fault { _ = try await fixture.claim(confirmed) } == Self.spent)
    }

    @Test func `a session is no good once the user has signed in otherwise, or has another password`() async throws {
        let fixture = try await Self.fixture()
        let confirmed = try #require(try await fixture.confirmed(session: try await fixture.signUp().session))
        _ = try await fixture.tokens()
        #expect(try await fault { _ = try await fixture.claim(confirmed) } == Self.invalid)

        let session = try await fixture.signUp("bob", email: "bob@example.com").session
        let other = try #require(try await fixture.confirmed("bob", session: session))
        _ = try await fixture.administrator.adminSetUserPassword(
            AdminSetUserPasswordRequest(
                userPoolId: fixture.poolID, username: "bob", password: PoolFixture.newPassword, permanent: true))
        #expect(try await fault { _ = try await fixture.claim(other, username: "bob") } == Self.invalid)
    }

    @Test func `of twenty who show the same session at once, one gets tokens`() async throws {
        let fixture = try await Self.fixture()
        let confirmed = try #require(try await fixture.confirmed(session: try await fixture.signUp().session))
        let refusals = try await faults(20) { _ in _ = try await fixture.claim(confirmed) }
        #expect(refusals.count { $0 == nil } == 1)
    }

    @Test func `a sign-up's session signs in its own user and no other`() async throws {
        let fixture = try await Self.fixture()
        try await fixture.makeUser("mallory")
        let confirmed = try #require(try await fixture.confirmed(session: try await fixture.signUp().session))
        #expect(try await fault { _ = try await fixture.claim(confirmed, username: "mallory") } == Self.invalid)
        #expect(try await fault { _ = try await fixture.claim(confirmed, username: "nobody") }?.code == .userNotFound)
        #expect(try await fixture.claim(confirmed).authenticationResult != nil)
    }

    @Test func `a client that hides unknown users answers an unknown user name like another user's session`()
        async throws
    {
        let fixture = try await Self.fixture { $0.preventUserExistenceErrors = .enabled }
        let confirmed = try #require(try await fixture.confirmed(session: try await fixture.signUp().session))
        #expect(try await fault { _ = try await fixture.claim(confirmed, username: "nobody") } == Self.invalid)
    }

    @Test func `another client cannot use the session, for the confirmation or for tokens`() async throws {
        let fixture = try await Self.fixture()
        let other = try await fixture.gatehouse.makeClient(ofPool: fixture.poolID)
        let stranger = PoolFixture(
            gatehouse: fixture.gatehouse, poolID: fixture.poolID, client: (id: other.id, secret: nil))
        let session = try await fixture.signUp().session
        #expect(try await fault { _ = try await stranger.confirmed(session: session) } == Self.invalid)
        let confirmed = try #require(try await fixture.confirmed(session: session))
        #expect(try await fault { _ = try await stranger.claim(confirmed) } == Self.invalid)
    }

    @Test func `the session of another sign-up does not confirm, and does not use up the code`() async throws {
        let fixture = try await Self.fixture()
        let mallory = try await fixture.signUp("mallory", email: "mallory@example.com").session
        let alice = try await fixture.signUp().session
        #expect(try await fault { _ = try await fixture.confirmed(session: mallory) } == Self.invalid)
        #expect(try await fixture.confirmed(session: alice) != nil)
    }

    @Test func `a session without the code gives no tokens, and a confirmed session does not confirm another user`()
        async throws
    {
        let fixture = try await Self.fixture()
        let session = try #require(try await fixture.signUp().session)
        #expect(try await fault { _ = try await fixture.claim(session) }?.code == .userNotConfirmed)
        let confirmed = try #require(try await fixture.confirmed(session: session))
        #expect(try await fault { _ = try await fixture.claim(session) } == Self.invalid)
        try await fixture.signUp("bob", email: "bob@example.com")
        let refused = try await fault { _ = try await fixture.confirmed("bob", session: confirmed) }
        #expect(refused == Self.invalid)
    }

    @Test func `the session of a challenge is no sign-up's`() async throws {
        let fixture = try await Self.fixture()
        let administrator = fixture.administrator
        _ = try await administrator.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: fixture.poolID, username: "bob", temporaryPassword: PoolFixture.password,
                messageAction: .suppress))
        let challenge = try await fixture.signInWithPassword("bob")
        let session = try #require(challenge.session)
        #expect(try await fault { _ = try await fixture.claim(session, username: "bob") } == Self.invalid)
        let signUp = try await fixture.signUp("carol", email: "carol@example.com")
        let confirmed = try #require(try await fixture.confirmed("carol", session: signUp.session))
        let answered = try await fault {
            _ = try await fixture.anyone.respondToAuthChallenge(
                RespondToAuthChallengeRequest(
                    clientId: fixture.client.id, challengeName: .newPasswordRequired, session: confirmed,
                    challengeResponses: ["USERNAME": "carol", "NEW_PASSWORD": PoolFixture.newPassword]))
        }
        #expect(answered == Self.invalid)
    }

    @Test(arguments: ["AYABe-garbage-garbage-garbage", String(repeating: "A", count: 2048)])
    func `garbage is no session`(text: String) async throws {
        let fixture = try await Self.fixture()
        try await fixture.signUp()
        #expect(try await fault { _ = try await fixture.confirmed(session: text) } == Self.invalid)
        try await fixture.confirm()
        #expect(try await fault { _ = try await fixture.claim(text) } == Self.invalid)
    }

    @Test func `a session of an earlier release, which knew no levels, is good to its end`() async throws {
        let fixture = try await Self.fixture()
        let signUp = try fixture.inEarlierForm(try await fixture.signUp().session)
        let confirmed = try fixture.inEarlierForm(try await fixture.confirmed(session: signUp))
        #expect(try await fixture.claim(confirmed).authenticationResult?.accessToken != nil)
        #expect(try await fault { _ = try await fixture.claim(confirmed) } == Self.spent)
    }

    @Test(arguments: [["pwd"], ["pwd", "1"], ["", ""], ["pwd", "1", ""]])
    func `a session in a form that this release does not read has expired`(_ more: [String]) async throws {
        let fixture = try await Self.fixture()
        let session = try await fixture.signUp().session
        let altered = try fixture.inEarlierForm(session, adding: more)
        #expect(try await fixture.confirmed(session: altered) == nil)
        let expired = ServiceFault(.notAuthorized, "Invalid session for the user, session is expired.")
        #expect(try await fault { _ = try await fixture.claim(altered) } == expired)
    }

    @Test func `a user who was disabled, or deleted and made again, is not signed in by an old session`() async throws {
        let fixture = try await Self.fixture()
        let confirmed = try #require(try await fixture.confirmed(session: try await fixture.signUp().session))
        _ = try await fixture.administrator.adminDisableUser(
            AdminDisableUserRequest(userPoolId: fixture.poolID, username: "alice"))
        #expect(try await fault { _ = try await fixture.claim(confirmed) }?.message == "User is disabled.")
        _ = try await fixture.administrator.adminDeleteUser(
            AdminDeleteUserRequest(userPoolId: fixture.poolID, username: "alice"))
        try await fixture.makeUser()
        #expect(try await fault { _ = try await fixture.claim(confirmed) } == Self.invalid)
    }

    @Test func `without a session the flow asks for a first factor`() async throws {
        let fixture = try await Self.fixture()
        try await fixture.makeUser()
        #expect(try await fixture.claim(nil).challengeName == .selectChallenge)
    }

    @Test func `a client without the flow cannot claim a session`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let refused = try await fault { _ = try await fixture.claim(String(repeating: "A", count: 40)) }
        #expect(refused == ServiceFault(.invalidParameter, "USER_AUTH is not enabled for the client."))
    }

    private static func fixture(
        withSecret: Bool = false, changing change: (inout CreateUserPoolClientRequest) -> Void = { _ in }
    ) async throws -> PoolFixture {
        try await PoolFixture.make(withSecret: withSecret) { request in
            request.explicitAuthFlows?.append(.allowUserAuth)
            change(&request)
        }
    }
}

extension PoolFixture {
    /// Confirms a user and returns the session for the sign-in that follows.
    fileprivate func confirmed(
        _ username: String = "alice", session: String?, code: String? = nil
    ) async throws -> String? {
        try await anyone.confirmSignUp(
            ConfirmSignUpRequest(
                clientId: client.id, secretHash: hash(username), username: username,
                confirmationCode: code ?? newestCode, session: session)
        ).session
    }

    /// A session in the form that it had before there were levels of authentication, with more values behind it.
    fileprivate func inEarlierForm(_ text: String?, adding more: [String] = []) throws -> String {
        let sealer = anyone.pools.sealer
        let session = try SignInSession(
            unsealing: try #require(text), clientID: client.id, sealer: sealer, now: gatehouse.clock.now)
        var row = SealedFields()
        for text in [session.stepID, session.poolID, session.clientID, session.sub, "1", session.typedName] {
            row.append(text)
        }
        for text in [session.flow.rawValue, session.state.rawValue, session.eventID ?? "", session.deviceKey ?? ""] {
            row.append(text)
        }
        for value in [session.password ?? [], session.factors ?? [], []] { row.append(value) }
        row.append(session.expiresAt)
        for text in more { row.append(text) }
        return Base64.encode(sealer.seal(row.bytes, form: 0, purpose: .sessionString, context: []))
    }

    /// Asks for tokens with the session of a confirmation.
    fileprivate func claim(_ session: String?, username: String = "alice") async throws -> InitiateAuthResponse {
        var parameters = ["USERNAME": username]
        parameters["SECRET_HASH"] = hash(username)
        return try await anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userAuth, authParameters: parameters, clientId: client.id, session: session))
    }
}
