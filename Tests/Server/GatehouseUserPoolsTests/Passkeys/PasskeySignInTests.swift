// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCrypto
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWebAuthn
import GatehouseWire
import Testing

@Suite struct PasskeySignInTests {
    /// A pool with alice, who has a passkey on the authenticator.
    private func registered(
        _ configuration: WebAuthnConfigurationType? = nil, on server: TestGatehouse? = nil,
        changing change: (inout TestAuthenticator) -> Void = { _ in }
    ) async throws -> (PoolFixture, TestAuthenticator) {
        let fixture = try await PoolFixture.withPasskeys(configuration, on: server)
        var authenticator = TestAuthenticator()
        change(&authenticator)
        try await fixture.register(&authenticator, token: try await fixture.accessToken())
        return (fixture, authenticator)
    }

    /// Asks for the challenge and answers it, with a change of the credential on its way.
    private func signIn(
        _ fixture: PoolFixture, _ authenticator: inout TestAuthenticator,
        changing change: (inout WireValue) -> Void = { _ in }
    ) async throws -> RespondToAuthChallengeResponse {
        let asked = try await fixture.askForPasskey()
        var credential = try authenticator.authenticate(options: try asked.requestOptions)
        change(&credential)
        return try await fixture.answer(asked, credential)
    }

    private func refusal(
        _ fixture: PoolFixture, _ authenticator: TestAuthenticator,
        changing change: (inout WireValue) -> Void = { _ in }
    ) async throws -> ServiceFault? {
        var authenticator = authenticator
        return try await fault { _ = try await signIn(fixture, &authenticator, changing: change) }
    }

    @Test func `the options are those that browsers and apps take`() async throws {
        let (fixture, authenticator) = try await registered()
        let asked = try await fixture.askForPasskey()
        #expect(asked.challengeName == .webAuthn)
        #expect(asked.availableChallenges == [.passwordSrp, .password, .webAuthn])
        var options = try #require(try asked.requestOptions.objectValue)
        let challenge = options.removeValue(forKey: "challenge")?.stringValue.flatMap { Base64URL.decode($0) }
        #expect(challenge?.count == 32)
        let id = Base64URL.encode(authenticator.passkeys[0].id)
        #expect(
            WireValue.object(options) == [
                "allowCredentials": [["id": .string(id), "type": "public-key", "transports": ["internal"]]],
                "rpId": "localhost", "timeout": 180_000, "userVerification": "preferred",
            ])
    }

    @Test(arguments: [true, false])
    func `a passkey signs in, again and again`(synchronises: Bool) async throws {
        var (fixture, authenticator) = try await registered { $0.synchronises = synchronises }
        for _ in 0..<3 {
            let token = try #require(
                try await signIn(fixture, &authenticator).authenticationResult?.accessToken)
            #expect(try await fixture.ownAttributes(token: token)["email"] == "alice@example.com")
        }
        let stored = try await fixture.storedPasskeys()
        #expect(stored.map(\.signCount) == [synchronises ? 0 : 3])
        #expect(stored.map(\.lastUsedAt) == [fixture.gatehouse.clock.now])
    }

    @Test func `without a passkey something else is offered`() async throws {
        let fixture = try await PoolFixture.withPasskeys()
        let asked = try await fixture.askForPasskey()
        #expect(asked.challengeName == .selectChallenge)
        #expect(asked.availableChallenges == [.passwordSrp, .password])
    }

    @Test func `a passkey for a domain that the pool has left is not asked for`() async throws {
        let (fixture, _) = try await registered()
        try await fixture.configure(WebAuthnConfigurationType(relyingPartyId: "auth.example.com"))
        #expect(try await fixture.askForPasskey().challengeName == .selectChallenge)
    }

    @Test func `an answer is good once`() async throws {
        var (fixture, authenticator) = try await registered()
        let asked = try await fixture.askForPasskey()
        let credential = try authenticator.authenticate(options: try asked.requestOptions)
        #expect(try await fixture.answer(asked, credential).authenticationResult != nil)
        #expect(try await fault { _ = try await fixture.answer(asked, credential) } == .spentSession)
        // It is no answer to another challenge either.
        let other = try await fixture.askForPasskey()
        #expect(try await fault { _ = try await fixture.answer(other, credential) } == .wrongCredentials)
    }

    @Test func `of parallel answers one gets tokens`() async throws {
        let (fixture, owner) = try await registered { $0.synchronises = true }
        var authenticator = owner
        let asked = try await fixture.askForPasskey()
        let credential = try authenticator.authenticate(options: try asked.requestOptions)
        let refusals = try await faults(8) { _ in _ = try await fixture.answer(asked, credential) }
        #expect(refusals.count { $0 == nil } == 1)
    }

    @Test func `7.2, steps 24 and 25: a good proof writes the counter and signs in, a bad one neither`() async throws {
        var (fixture, authenticator) = try await registered()
        #expect(try await signIn(fixture, &authenticator).authenticationResult != nil)
        #expect(try await fixture.storedPasskeys().map(\.signCount) == [1])
        var forger = authenticator
        forger.forgery.signature = { _ in [] }
        #expect(try await refusal(fixture, forger) == .wrongCredentials)
        #expect(try await fixture.storedPasskeys().map(\.signCount) == [1])
    }

    @Test func `each forgery is refused like a wrong password`() async throws {
        let (fixture, authenticator) = try await registered()
        let forgeries: [@Sendable (inout TestAuthenticator) -> Void] = [
            { $0.origin = "https://evil.org" }, { $0.forgery.relyingPartyID = "evil.org" },
            { $0.forgery.clientData = ["type": "webauthn.create"] },
            { $0.forgery.clientData = ["challenge": "AAAAAAAAAAAAAAAAAAAAAA"] },
            { $0.forgery.clientData = ["crossOrigin": true] },
            { $0.forgery.flags = { $0.subtracting(.userPresent) } },
            { $0.forgery.signature = { $0.dropLast() + [0] } }, { $0.forgery.credentialID = { _ in [1, 2, 3] } },
            { $0.forgery.userHandle = { _ in Array("mallory".utf8) } },
        ]
        for forge in forgeries {
            // Failures are counted, and five in a row would lock the account.
            fixture.gatehouse.clock.advance(by: 900)
            var forger = authenticator
            forge(&forger)
            #expect(try await refusal(fixture, forger) == .wrongCredentials)
        }
        #expect(try await refusal(fixture, authenticator) == nil)
    }

    @Test func `failures lock the account like wrong passwords`() async throws {
        let (fixture, authenticator) = try await registered()
        var forger = authenticator
        forger.forgery.signature = { _ in [] }
        for _ in 0..<5 { #expect(try await refusal(fixture, forger) == .wrongCredentials) }
        #expect(try await refusal(fixture, authenticator) == .lockedOut)
        #expect(try await fault { _ = try await fixture.signInWithPassword() } == .lockedOut)
    }

    @Test(arguments: ["", "{", "[]", "{}", "{\"id\":\"AA\"}"])
    func `an answer that is not a credential is malformed`(_ credential: String) async throws {
        let (fixture, _) = try await registered()
        let asked = try await fixture.askForPasskey()
        let refusal = try await fault {
            _ = try await fixture.respond(session: asked.session, text: credential)
        }
        #expect(refusal?.code == .invalidParameter)
    }

    @Test func `a cloned authenticator is found by its counter`() async throws {
        var (fixture, authenticator) = try await registered()
        var clone = authenticator
        for _ in 0..<2 { _ = try await signIn(fixture, &authenticator) }
        #expect(try await fault { _ = try await signIn(fixture, &clone) } == .wrongCredentials)
        #expect(try await fixture.storedPasskeys().map(\.signCount) == [2])
        _ = try await signIn(fixture, &authenticator)
    }

    @Test func `the user must be verified where the pool says so`() async throws {
        let required = WebAuthnConfigurationType(userVerification: .required)
        let (fixture, authenticator) = try await registered(required)
        #expect(try await fixture.askForPasskey().requestOptions["userVerification"] == "required")
        var lax = authenticator
        lax.verifiesUser = false
        #expect(try await refusal(fixture, lax) == .wrongCredentials)
        #expect(try await refusal(fixture, authenticator) == nil)
    }

    @Test(arguments: [WebAuthnFactorConfigurationType.singleFactor, .multiFactorWithUserVerification])
    func `a pool that requires MFA offers only passkeys that count as two factors`(
        _ configuration: WebAuthnFactorConfigurationType
    ) async throws {
        let (fixture, authenticator) = try await registered(
            WebAuthnConfigurationType(userVerification: .required, factorConfiguration: configuration))
        // The operations refuse such a pool unless passkeys count twice; it must be safe all the same.
        try await fixture.anyone.pools.records.write { [id = fixture.poolID] store in
            var pool = try store.existingPool(id)
            pool.description.mfaConfiguration = .on
            pool.factors.usesSoftwareToken = true
            try store.update(pool)
        }
        let counts = configuration == .multiFactorWithUserVerification
        // It does not count where the user has not chosen that either.
        #expect(try await fixture.askForPasskey().challengeName == .selectChallenge)
        try await fixture.anyone.pools.records.write { [user = try await fixture.storedUser()] store in
            var user = user
            user.mfa.usesPasskeys = true
            try store.update(user)
        }
        #expect(try await fixture.askForPasskey().challengeName == (counts ? .webAuthn : .selectChallenge))
        guard counts else { return }
        #expect(try await refusal(fixture, authenticator) == nil)
    }

    @Test func `the factors of a user name the passkeys`() async throws {
        let (fixture, _) = try await registered()
        let own = try await fixture.anyone.getUserAuthFactors(
            GetUserAuthFactorsRequest(accessToken: fixture.accessToken()))
        #expect(own.configuredUserAuthFactors == [.password, .webAuthn])
        let told = try await fixture.administrator.adminGetUserAuthFactors(
            AdminGetUserAuthFactorsRequest(userPoolId: fixture.poolID, username: "alice"))
        #expect(told.configuredUserAuthFactors == [.password, .webAuthn])
    }

    @Test func `a passkey does not sign in another user`() async throws {
        let (fixture, authenticator) = try await registered()
        try await fixture.makeUser("mallory")
        var other = TestAuthenticator(seed: 7)
        try await fixture.register(&other, token: try await fixture.accessToken("mallory"))
        // Mallory answers Alice's challenge with a passkey of her own.
        let asked = try await fixture.askForPasskey()
        let credential = try other.authenticate(options: try asked.optionsNamingNobody)
        #expect(try await fault { _ = try await fixture.answer(asked, credential) } == .wrongCredentials)
        // And Alice's proof is refused in Mallory's session.
        let foreign = try await fixture.askForPasskey("mallory")
        var alices = authenticator
        let proof = try alices.authenticate(options: try foreign.optionsNamingNobody)
        #expect(
            try await fault { _ = try await fixture.answer(foreign, proof, username: "mallory") } == .wrongCredentials)
    }

    @Test func `a session of another pool or client is refused`() async throws {
        var (fixture, authenticator) = try await registered()
        let other = try await PoolFixture.withPasskeys(on: fixture.gatehouse)
        let asked = try await fixture.askForPasskey()
        let credential = try authenticator.authenticate(options: try asked.requestOptions)
        #expect(try await fault { _ = try await other.answer(asked, credential) } == .invalidSession)
        let client = try await fixture.withAnotherClient()
        #expect(try await fault { _ = try await client.answer(asked, credential) } == .invalidSession)
        #expect(try await fixture.answer(asked, credential).authenticationResult != nil)
    }

    @Test func `a passkey that was deleted meanwhile does not sign in`() async throws {
        var (fixture, authenticator) = try await registered()
        let token = try await fixture.accessToken()
        let asked = try await fixture.askForPasskey()
        let credential = try authenticator.authenticate(options: try asked.requestOptions)
        try await fixture.deletePasskey(Base64URL.encode(authenticator.passkeys[0].id), token: token)
        #expect(try await fault { _ = try await fixture.answer(asked, credential) } == .wrongCredentials)
    }

    @Test func `a user who was disabled meanwhile does not get in`() async throws {
        var (fixture, authenticator) = try await registered()
        let asked = try await fixture.askForPasskey()
        let credential = try authenticator.authenticate(options: try asked.requestOptions)
        _ = try await fixture.administrator.adminDisableUser(
            AdminDisableUserRequest(userPoolId: fixture.poolID, username: "alice"))
        #expect(try await fault { _ = try await fixture.answer(asked, credential) } == .disabledUser)
    }

    @Test func `unknown user names get passkey challenges too, with the same credential ids each time`() async throws {
        let fixture = try await PoolFixture.withPasskeys(hidingUnknownUsers: true)
        var asked: [String: [WireValue?]] = [:]
        for name in (0..<16).map({ "nobody\($0)" }) {
            for _ in 0..<2 {
                let answer = try await fixture.askForPasskey(name)
                let isAsked = answer.challengeName == .webAuthn
                #expect(answer.availableChallenges?.contains(.webAuthn) == isAsked)
                asked[name, default: []].append(
                    isAsked ? try answer.requestOptions["allowCredentials"] : nil)
            }
        }
        #expect(asked.values.allSatisfy { $0[0] == $0[1] })
        let ids = Set(asked.values.compactMap { $0[0] })
        #expect(ids.count > 2 && ids.count < 16)
    }

    @Test func `a passkey answer for an unknown user name fails like a wrong password`() async throws {
        let fixture = try await PoolFixture.withPasskeys(hidingUnknownUsers: true)
        for name in (0..<16).map({ "nobody\($0)" }) {
            let asked = try await fixture.askForPasskey(name)
            guard asked.challengeName == .webAuthn else { continue }
            let options = try asked.requestOptions
            let id = try #require(options["allowCredentials"]?.arrayValue?.first?["id"]?.stringValue)
            // An attacker who knows the secret of the checked key gets no further.
            var forger = TestAuthenticator()
            let one = [UInt8](repeating: 0, count: 31) + [1]
            forger.synchronises = true
            forger.passkeys = [
                TestPasskey(
                    id: try #require(Base64URL.decode(id)), relyingPartyID: "localhost", userHandle: [],
                    key: .es256(try #require(P256SigningKey(scalar: one))))
            ]
            let credential = try forger.authenticate(options: options)
            #expect(
                try await fault { _ = try await fixture.answer(asked, credential, username: name) }
                    == .wrongCredentials)
        }
    }
}

extension PoolFixture {
    func askForPasskey(_ username: String = "alice") async throws -> InitiateAuthResponse {
        try await anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userAuth,
                authParameters: ["USERNAME": username, "PREFERRED_CHALLENGE": "WEB_AUTHN"], clientId: client.id))
    }

    func answer(
        _ asked: InitiateAuthResponse, _ credential: WireValue, username: String = "alice"
    ) async throws -> RespondToAuthChallengeResponse {
        try await respond(session: asked.session, credential, username: username)
    }

    func respond(
        session: String?, _ credential: WireValue, username: String = "alice"
    ) async throws -> RespondToAuthChallengeResponse {
        try await respond(
            session: session, text: String(decoding: credential.jsonBytes(), as: UTF8.self), username: username)
    }

    func respond(
        session: String?, text: String, username: String = "alice"
    ) async throws -> RespondToAuthChallengeResponse {
        try await anyone.respondToAuthChallenge(
            RespondToAuthChallengeRequest(
                clientId: client.id, challengeName: .webAuthn, session: session,
                challengeResponses: ["USERNAME": username, "CREDENTIAL": text]))
    }

    func storedPasskeys() async throws -> [PasskeyRecord] {
        let user = try await storedUser()
        return try await anyone.pools.records.read { try $0.passkeys(ofUser: user.sub, inPool: user.poolID) }
    }
}

extension InitiateAuthResponse {
    /// The options in a WEB_AUTHN challenge.
    var requestOptions: WireValue {
        get throws {
            try WireValue(json: Data((challengeParameters?["CREDENTIAL_REQUEST_OPTIONS"] ?? "").utf8))
        }
    }

    /// The options without the list of allowed credentials.
    fileprivate var optionsNamingNobody: WireValue {
        get throws {
            var members = try requestOptions.objectValue ?? [:]
            members["allowCredentials"] = nil
            return .object(members)
        }
    }
}
