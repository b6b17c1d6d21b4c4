// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseTesting
import GatehouseWebAuthn
import GatehouseWire
import Testing

/// The steps of an authentication (WebAuthn Level 3, section 7.2): a response that violates one of them is refused.
///
/// Tests are named after the steps that they attack; 1 and 2, the options, and 24 and 25, what is written and who gets in,
/// are attacked in `PasskeySignInTests`; those that a registration has too in `SharedStepTests`.
@Suite struct AuthenticationTests {
    /// An authenticator with one passkey, and the stored credential.
    private func registered(
        synchronises: Bool = false, _ algorithm: TestAuthenticator.Algorithm = .es256
    ) throws -> (TestAuthenticator, StoredCredential) {
        var authenticator = TestAuthenticator(algorithms: [algorithm])
        authenticator.synchronises = synchronises
        let credential = try Ceremony().register(&authenticator)
        return (authenticator, StoredCredential(credential))
    }

    /// The error of an authentication whose response is altered on its way.
    private func errorWhenAltered(_ change: (inout WireValue) -> Void) throws -> WebAuthnError? {
        try AttackedCeremony.authentication.error(altering: change)
    }

    /// The error of an authentication with a change of the authenticator.
    private func error(
        _ ceremony: Ceremony = Ceremony(), with change: (inout TestAuthenticator) -> Void = { _ in }
    ) throws -> WebAuthnError? {
        try AttackedCeremony.authentication.error(ceremony, with: change)
    }

    private func error(
        of authenticator: inout TestAuthenticator, by stored: [StoredCredential]
    ) throws -> WebAuthnError? {
        try WebAuthnError.caught { _ = try Ceremony().authenticate(&authenticator, by: stored) }
    }

    @Test(arguments: TestAuthenticator.Algorithm.allCases, [false, true])
    func `a valid proof succeeds and returns the counter`(
        _ algorithm: TestAuthenticator.Algorithm, synchronises: Bool
    ) throws {
        var (authenticator, stored) = try registered(synchronises: synchronises, algorithm)
        let ceremony = Ceremony(requiresUserVerification: true)
        let proof = try ceremony.authenticate(&authenticator, by: [stored])
        #expect(proof.credentialID == stored.id)
        #expect(proof.signCount == (synchronises ? 0 : 1))
        #expect(proof.flags.contains(.backedUp) == synchronises)
    }

    @Test(arguments: ["clientDataJSON", "authenticatorData", "signature"])
    func `7.2, step 3: a response without its bytes is refused`(_ member: String) throws {
        for value: WireValue? in [nil, .null, 7, "not base64!", "AA=="] {
            #expect(try errorWhenAltered { $0.setResponse(member, value) } == .malformedResponse)
        }
        #expect(try errorWhenAltered { $0.set("response", nil) } == .malformedResponse)
    }

    @Test func `7.2, step 5: a credential that was not asked for is refused`() throws {
        var (authenticator, _) = try registered()
        let (_, other) = try registered(.rs256)
        #expect(try error(of: &authenticator, by: []) == .credentialNotAllowed)
        let named = StoredCredential(
            id: [1], publicKey: other.publicKey, signCount: 0, isBackupEligible: false, userHandle: other.userHandle)
        #expect(try error(of: &authenticator, by: [named]) == .credentialNotAllowed)
    }

    @Test func `7.2, step 6: the handle of another user is refused, and none is allowed`() throws {
        #expect(try error(with: { $0.forgery.userHandle = { _ in Array("mallory".utf8) } }) == .otherUser)
        #expect(try error(with: { $0.forgery.userHandle = { _ in [] } }) == .otherUser)
        #expect(try error(with: { $0.forgery.userHandle = { _ in nil } }) == nil)
        #expect(try errorWhenAltered { $0.setResponse("userHandle", .null) } == nil)
        #expect(try errorWhenAltered { $0.setResponse("userHandle", 7) } == .malformedResponse)
    }

    @Test func `7.2, step 7: authenticator data that cannot be read is refused`() throws {
        #expect(
            try error(with: { $0.forgery.authenticatorData = { $0.dropLast() } }) == .malformedAuthenticatorData)
        #expect(try error(with: { $0.forgery.authenticatorData = { $0 + [0] } }) == .malformedAuthenticatorData)
    }

    @Test(arguments: ["", "{", "[]", "{}"])
    func `7.2, steps 8 and 9: client data must be JSON with the required members`(_ text: String) throws {
        let bytes = WireValue.string(Base64URL.encode(Array(text.utf8)))
        let refusal = try errorWhenAltered { $0.setResponse("clientDataJSON", bytes) }
        #expect(refusal == .malformedClientData)
    }

    @Test func `7.2, step 10: client data of a registration is refused`() throws {
        #expect(try error(with: { $0.forgery.clientData = ["type": "webauthn.create"] }) == .wrongType)
    }

    @Test func `7.2, step 11: another challenge is refused`() throws {
        #expect(try error(Ceremony(challenge: [1])) == .wrongChallenge)
    }

    @Test func `7.2, step 12: another origin is refused`() throws {
        #expect(try error(with: { $0.origin = "https://evil.org" }) == .wrongOrigin)
    }

    @Test func `7.2, step 19: a credential that can be copied of a sudden, or not any more, is refused`() throws {
        #expect(
            try error(with: { $0.forgery.flags = { $0.union(.backupEligible) } }) == .changedBackupEligibility)
        var (authenticator, stored) = try registered(synchronises: true)
        authenticator.synchronises = false
        #expect(try error(of: &authenticator, by: [stored]) == .changedBackupEligibility)
    }

    @Test func `7.2, step 20: client data that was changed after it was signed is refused`() throws {
        let refusal = try errorWhenAltered { answer in
            let signed = answer["response"]?["clientDataJSON"]?.stringValue.flatMap { Base64URL.decode($0) } ?? []
            var object = (try? WireValue(json: signed)) ?? [:]
            object.set("extra", true)
            answer.setResponse("clientDataJSON", .string(Base64URL.encode(object.jsonBytes())))
        }
        #expect(refusal == .wrongSignature)
    }

    @Test func `7.2, step 21: a signature that was changed, or is of another key, is refused`() throws {
        let change: @Sendable ([UInt8]) -> [UInt8] = { signature in
            var signature = signature
            signature[signature.count - 1] ^= 1
            return signature
        }
        #expect(try error(with: { $0.forgery.signature = change }) == .wrongSignature)
        #expect(try error(with: { $0.forgery.signature = { _ in [] } }) == .wrongSignature)
        var (authenticator, stored) = try registered()
        var other = TestAuthenticator(seed: 9)
        _ = try Ceremony().register(&other)
        let key = try #require(other.passkeys.first?.key.publicKey)
        let foreign = StoredCredential(
            id: stored.id, publicKey: CBORWriter.bytes(.map(key.map)), signCount: 0, isBackupEligible: false,
            userHandle: stored.userHandle)
        #expect(try error(of: &authenticator, by: [foreign]) == .wrongSignature)
    }

    @Test(arguments: [
        (stored: UInt32(0), told: UInt32(0), isGood: true), (0, 1, true), (1, 2, true), (1, 100, true),
        (1, 1, false), (2, 1, false), (1, 0, false), (.max, 0, false), (.max - 1, .max, true),
    ])
    func `7.2, step 22: a counter that does not rise is refused`(
        stored count: UInt32, told: UInt32, isGood: Bool
    ) throws {
        var (authenticator, stored) = try registered()
        authenticator.countsProofs = false
        authenticator.passkeys[0].signCount = told
        stored = StoredCredential(
            id: stored.id, publicKey: stored.publicKey, signCount: count, isBackupEligible: false,
            userHandle: stored.userHandle)
        #expect(try error(of: &authenticator, by: [stored]) == (isGood ? nil : .clonedAuthenticator))
    }
}
