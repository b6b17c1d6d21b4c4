// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct PasskeyChoiceTests {
    /// A pool with alice, who has a passkey on the authenticator.
    private func registered() async throws -> (PoolFixture, TestAuthenticator) {
        let fixture = try await PoolFixture.withPasskeys()
        var authenticator = TestAuthenticator()
        try await fixture.register(&authenticator, token: try await fixture.accessToken())
        return (fixture, authenticator)
    }

    @Test func `a passkey can be chosen among the factors`() async throws {
        var (fixture, authenticator) = try await registered()
        let offered = try await fixture.offer()
        #expect(offered.challengeName == .selectChallenge)
        let asked = try await fixture.anyone.respondToAuthChallenge(
            RespondToAuthChallengeRequest(
                clientId: fixture.client.id, challengeName: .selectChallenge, session: offered.session,
                challengeResponses: ["USERNAME": "alice", "ANSWER": "WEB_AUTHN"]))
        #expect(asked.challengeName == .webAuthn)
        let options = try WireValue(
            json: Data(try #require(asked.challengeParameters?["CREDENTIAL_REQUEST_OPTIONS"]).utf8))
        let credential = try authenticator.authenticate(options: options)
        let answer = try await fixture.respond(session: asked.session, credential)
        #expect(answer.authenticationResult != nil)
    }

    @Test func `a passkey is proved with the choice of the factor, once`() async throws {
        var (fixture, authenticator) = try await registered()
        let offered = try await fixture.offer()
        let credential = try authenticator.authenticate(options: try offered.requestOptions)
        #expect(try await fixture.choosePasskey(offered, credential).authenticationResult != nil)
        #expect(try await fault { _ = try await fixture.choosePasskey(offered, credential) } == .spentSession)
        // It does not prove another choice, and a sign-in cannot begin with it.
        let other = try await fixture.offer()
        #expect(try await fault { _ = try await fixture.choosePasskey(other, credential) } == .wrongCredentials)
        let begun = try await fixture.anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userAuth,
                authParameters: [
                    "USERNAME": "alice", "PREFERRED_CHALLENGE": "WEB_AUTHN",
                    "CREDENTIAL": String(decoding: credential.jsonBytes(), as: UTF8.self),
                ], clientId: fixture.client.id))
        #expect(begun.challengeName == .webAuthn)
    }

    @Test func `a credential that is sent with the choice of a passkey must be valid`() async throws {
        let (fixture, authenticator) = try await registered()
        let offered = try await fixture.offer()
        for forge in [{ $0.origin = "https://evil.org" }, { $0.forgery.signature = { _ in [] } }]
            as [@Sendable (inout TestAuthenticator) -> Void]
        {
            var forger = authenticator
            forge(&forger)
            let credential = try forger.authenticate(options: try offered.requestOptions)
            #expect(try await fault { _ = try await fixture.choosePasskey(offered, credential) } == .wrongCredentials)
        }
        let malformed = try await fault { _ = try await fixture.choosePasskey(offered, [:]) }
        #expect(malformed?.code == .invalidParameter)
    }
}

extension PoolFixture {
    /// The challenge in which Alice chooses a factor.
    fileprivate func offer() async throws -> InitiateAuthResponse {
        try await anyone.initiateAuth(
            InitiateAuthRequest(authFlow: .userAuth, authParameters: ["USERNAME": "alice"], clientId: client.id))
    }

    /// Chooses the passkey and proves it at once.
    fileprivate func choosePasskey(
        _ offered: InitiateAuthResponse, _ credential: WireValue
    ) async throws -> RespondToAuthChallengeResponse {
        try await anyone.respondToAuthChallenge(
            RespondToAuthChallengeRequest(
                clientId: client.id, challengeName: .selectChallenge, session: offered.session,
                challengeResponses: [
                    "USERNAME": "alice", "ANSWER": "WEB_AUTHN",
                    "CREDENTIAL": String(decoding: credential.jsonBytes(), as: UTF8.self),
                ]))
    }
}
