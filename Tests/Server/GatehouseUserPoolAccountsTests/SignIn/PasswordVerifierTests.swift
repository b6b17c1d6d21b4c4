// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct PasswordVerifierTests {
    @Test(arguments: [false, true])
    func `the right password over SRP gives tokens`(_ withSecret: Bool) async throws {
        let fixture = try await PoolFixture.make(withSecret: withSecret)
        try await fixture.makeUser()
        let answer = try await SRPConversation(fixture: fixture, username: "alice").run(
            password: PoolFixture.password)
        let tokens = try #require(answer.authenticationResult)
        #expect(tokens.accessToken != nil && tokens.idToken != nil && tokens.refreshToken != nil)
        #expect(tokens.expiresIn == 3600 && tokens.tokenType == "Bearer")
        #expect(answer.challengeParameters == [:])
    }

    @Test func `the answer may come without a session`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let challenge = try await conversation.begin()
        let responses = try conversation.responses(to: challenge, password: PoolFixture.password)
        #expect(try await conversation.answer(responses).authenticationResult != nil)
    }

    @Test func `a wrong password is refused`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let refusal = try await fault {
            _ = try await SRPConversation(fixture: fixture, username: "alice").run(password: "Wrong-Horse-7!")
        }
        #expect(refusal == .wrongCredentials)
    }

    @Test(arguments: ["0", "00", "", "xyz", SRPModulus.hex, SRPModulus.doubledHex, String(repeating: "f", count: 5000)])
    func `an invalid public key is refused`(_ key: String) async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let refusal = try await fault {
            _ = try await SRPConversation(fixture: fixture, username: "alice").begin(publicKey: key)
        }
        #expect(refusal?.code == .invalidParameter)
    }

    @Test func `a secret block is accepted once, and a request with its session gets the error for used sessions`()
        async throws
    {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let challenge = try await conversation.begin()
        for password in [PoolFixture.password, "Wrong-Horse-7!"] {
            let responses = try conversation.responses(to: challenge, password: password)
            _ = try await fault { _ = try await conversation.answer(responses, session: challenge.session) }
            #expect(
                try await fault { _ = try await conversation.answer(responses, session: challenge.session) }
                    == .spentSession)
            #expect(try await fault { _ = try await conversation.answer(responses) } == .wrongCredentials)
        }
    }

    @Test func `fifty parallel replays of one answer give tokens once`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let challenge = try await conversation.begin()
        let responses = try conversation.responses(to: challenge, password: PoolFixture.password)
        let refusals = try await faults(50) { _ in _ = try await conversation.answer(responses) }
        #expect(refusals.count { $0 == nil } == 1)
    }

    @Test func `an answer after the session's time is refused`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let challenge = try await conversation.begin()
        let responses = try conversation.responses(to: challenge, password: PoolFixture.password)
        fixture.gatehouse.clock.advance(by: 181)
        for session in [nil, challenge.session] {
            let refusal = try await fault { _ = try await conversation.answer(responses, session: session) }
            #expect(refusal == .expiredSession)
        }
    }

    @Test(arguments: [0, 1, 2] as [UInt8])
    func `a secret block in a form that this release does not read has expired`(_ form: UInt8) async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        var responses = try conversation.responses(
            to: try await conversation.begin(), password: PoolFixture.password)
        let sealer = fixture.anyone.pools.sealer
        let block = sealer.seal(
            Array(#"{"ticket":"one"}"#.utf8), form: form, purpose: .secretBlock,
            context: Array(fixture.client.id.utf8))
        responses["PASSWORD_CLAIM_SECRET_BLOCK"] = Base64.encode(block)
        #expect(try await fault { _ = try await conversation.answer(responses) } == .expiredSession)
    }

    @Test(arguments: [ChallengeNameType.passwordVerifier, .newPasswordRequired])
    func `an unknown client is named before anything that is missing`(_ name: ChallengeNameType) async throws {
        let fixture = try await PoolFixture.make()
        let request = RespondToAuthChallengeRequest(clientId: "nobody", challengeName: name)
        #expect(
            try await fault { _ = try await fixture.anyone.respondToAuthChallenge(request) }
                == .noSuchClient("nobody"))
    }

    @Test func `another client's secret block is refused`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let other = try await fixture.gatehouse.makeClient(ofPool: fixture.poolID)
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let challenge = try await conversation.begin()
        let responses = try conversation.responses(to: challenge, password: PoolFixture.password)
        let refusal = try await fault { _ = try await conversation.answer(responses, clientID: other.id) }
        #expect(refusal == .wrongCredentials)
    }

    @Test func `the session of another sign-in is refused`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let other = try await conversation.begin()
        let challenge = try await conversation.begin()
        let responses = try conversation.responses(to: challenge, password: PoolFixture.password)
        let refusal = try await fault { _ = try await conversation.answer(responses, session: other.session) }
        #expect(refusal == .invalidSession)
    }

    @Test func `an answer under another user's name is refused`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        try await fixture.makeUser("bob")
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        var responses = try conversation.responses(
            to: try await conversation.begin(), password: PoolFixture.password)
        responses["USERNAME"] = "bob"
        #expect(try await fault { _ = try await conversation.answer(responses) } == .invalidSession)
    }

    @Test(arguments: ["USERNAME", "TIMESTAMP", "PASSWORD_CLAIM_SECRET_BLOCK", "PASSWORD_CLAIM_SIGNATURE"])
    func `a missing response is named`(_ name: String) async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        var responses = try conversation.responses(
            to: try await conversation.begin(), password: PoolFixture.password)
        responses[name] = nil
        let refusal = try await fault { _ = try await conversation.answer(responses) }
        #expect(refusal == .missingParameter(name))
    }

    @Test(arguments: ["", "%%%", "AAAA", "bm90IGEgYmxvY2s="])
    func `garbage in place of block or signature is refused`(_ garbage: String) async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let good = try conversation.responses(to: try await conversation.begin(), password: PoolFixture.password)
        for name in ["PASSWORD_CLAIM_SECRET_BLOCK", "PASSWORD_CLAIM_SIGNATURE"] {
            let responses = good.merging([name: garbage]) { $1 }
            #expect(try await fault { _ = try await conversation.answer(responses) }?.code == .notAuthorized)
        }
    }
}

/// The group's modulus in the forms in which an attacker sends it.
enum SRPModulus {
    static let hex = Hex.encode(SRPGroup.modulusBytes)
    static let doubledHex: String = {
        var carry = 0
        let doubled = SRPGroup.modulusBytes.reversed().map { byte -> UInt8 in
            let sum = Int(byte) * 2 + carry
            carry = sum >> 8
            return UInt8(sum & 0xff)
        }
        return Hex.encode([UInt8(carry)] + doubled.reversed())
    }()
}
