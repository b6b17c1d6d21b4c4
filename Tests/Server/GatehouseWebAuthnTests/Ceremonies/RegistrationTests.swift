// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseTesting
import GatehouseWebAuthn
import GatehouseWire
import Testing

/// The steps of a registration (WebAuthn Level 3, section 7.1): a response that violates one of them is refused.
///
/// Tests are named after the steps that they attack. Some steps are attacked elsewhere: 1 and 2, the options, and 26, 27
/// and 29, the other passkeys and what is stored, in `PasskeyRegistrationTests`; 22 to 24, the attestation, in
/// `AttestationTests`; those that an authentication has too, in `SharedStepTests`. There is no token binding any more at
/// this level.
@Suite struct RegistrationTests {
    /// The error of a registration whose response is altered on its way.
    private func errorWhenAltered(_ change: (inout WireValue) -> Void) throws -> WebAuthnError? {
        try error(altering: change)
    }

    /// The error of a registration with a change of the ceremony or the authenticator.
    private func error(
        _ ceremony: Ceremony = Ceremony(), with change: (inout TestAuthenticator) -> Void = { _ in },
        altering alter: (inout WireValue) -> Void = { _ in }
    ) throws -> WebAuthnError? {
        try AttackedCeremony.registration.error(ceremony, with: change, altering: alter)
    }

    @Test(arguments: TestAuthenticator.Algorithm.allCases, [false, true])
    func `an honest registration succeeds`(_ algorithm: TestAuthenticator.Algorithm, synchronises: Bool) throws {
        var authenticator = TestAuthenticator(algorithms: [algorithm])
        authenticator.synchronises = synchronises
        authenticator.aaguid = [UInt8](0..<16)
        let credential = try Ceremony(requiresUserVerification: true).register(&authenticator)
        let passkey = try #require(authenticator.passkeys.first)
        #expect(credential.id == passkey.id)
        #expect(credential.publicKey == CBORWriter.bytes(.map(passkey.key.publicKey.map)))
        #expect(credential.signCount == 0)
        #expect(credential.aaguid == [UInt8](0..<16))
        #expect(credential.flags.contains(.backedUp) == synchronises)
    }

    @Test(arguments: ["id", "rawId", "type", "response"])
    func `7.1, step 3: a response that lacks a member is refused`(_ member: String) throws {
        #expect(try errorWhenAltered { $0.set(member, nil) } == .malformedResponse)
        #expect(try errorWhenAltered { $0.set(member, 7) } == .malformedResponse)
    }

    @Test(arguments: ["clientDataJSON", "attestationObject"])
    func `7.1, step 3: a response without its bytes is refused`(_ member: String) throws {
        for value: WireValue? in [nil, .null, 7, "not base64!", "AA=="] {
            #expect(try errorWhenAltered { $0.setResponse(member, value) } == .malformedResponse)
        }
    }

    @Test func `7.1, step 3: a response whose ids differ is refused`() throws {
        #expect(try errorWhenAltered { $0.set("rawId", "AAAA") } == .malformedResponse)
        #expect(
            try errorWhenAltered {
                $0.set("id", "AAAA")
                $0.set("rawId", "AAAA")
            } == .malformedResponse)
    }

    @Test(arguments: ["", "no JSON", "[]", "{}", "{\"type\":\"webauthn.create\"}", "\u{FEFF}{}"])
    func `7.1, steps 5 and 6: client data must be JSON with the required members`(_ text: String) throws {
        let bytes = WireValue.string(Base64URL.encode(Array(text.utf8)))
        let refusal = try errorWhenAltered { $0.setResponse("clientDataJSON", bytes) }
        #expect(refusal == .malformedClientData)
    }

    @Test func `7.1, step 5: client data that is not UTF-8 is refused`() throws {
        #expect(try errorWhenAltered { $0.setResponse("clientDataJSON", "_w") } == .malformedClientData)
    }

    @Test(arguments: ["challenge", "origin", "crossOrigin", "topOrigin", "type"])
    func `7.1, step 6: client data with a member of the wrong type is refused`(_ member: String) throws {
        #expect(try error(with: { $0.forgery.clientData = [WireName(member): 7] }) == .malformedClientData)
    }

    @Test(arguments: ["webauthn.get", "webauthn.Create", "payment.get", ""])
    func `7.1, step 7: client data of another ceremony is refused`(_ type: String) throws {
        #expect(try error(with: { $0.forgery.clientData = ["type": .string(type)] }) == .wrongType)
    }

    @Test func `7.1, step 8: another challenge is refused`() throws {
        #expect(try error(Ceremony(challenge: [UInt8](1..<17))) == .wrongChallenge)
        #expect(try error(with: { $0.forgery.clientData = ["challenge": ""] }) == .wrongChallenge)
    }

    @Test func `7.1, step 9: another origin is refused`() throws {
        #expect(try error(with: { $0.origin = "https://localhost.evil.org" }) == .wrongOrigin)
        #expect(try error(with: { $0.origin = "http://127.0.0.1:9229" }) == .wrongOrigin)
    }

    @Test(
        arguments: [
            [], [0xA0], [0x80], [0xFF], [0xA1, 0x63, 0x66, 0x6D, 0x74, 0x64, 0x6E, 0x6F, 0x6E, 0x65],
        ] as [[UInt8]])
    func `7.1, step 13: an attestation object must be CBOR with the required members`(_ bytes: [UInt8]) throws {
        #expect(try error(with: { $0.forgery.attestationObject = { _ in bytes } }) == .malformedAttestation)
    }

    @Test func `7.1, step 12: client data that was changed after it was signed is refused`() throws {
        let refusal = try error(
            with: { $0.attestation = .selfSigned },
            altering: { answer in
                let signed = answer["response"]?["clientDataJSON"]?.stringValue.flatMap { Base64URL.decode($0) } ?? []
                answer.setResponse("clientDataJSON", .string(Base64URL.encode(signed + [UInt8(ascii: " ")])))
            })
        #expect(refusal == .wrongAttestation)
    }

    @Test func `7.1, step 13: bytes behind the attestation object are refused`() throws {
        #expect(try error(with: { $0.forgery.attestationObject = { $0 + [0] } }) == .malformedAttestation)
    }

    @Test func `7.1, step 13: authenticator data without a credential is refused`() throws {
        #expect(
            try error(with: { $0.forgery.authenticatorData = { Array($0[..<32]) + [1, 0, 0, 0, 0] } })
                == .malformedAuthenticatorData)
        #expect(
            try error(with: { $0.forgery.authenticatorData = { $0.dropLast(3) } }) == .malformedAuthenticatorData)
    }

    @Test func `7.1, step 13: a key that is not a point on its curve is refused`() throws {
        let forgery: @Sendable ([UInt8]) -> [UInt8] = { data in
            var data = data
            data[data.count - 1] ^= 1
            return data
        }
        #expect(try error(with: { $0.forgery.authenticatorData = forgery }) == .malformedPublicKey)
    }

    @Test(
        arguments: [
            [], [.backupEligible], [.backupEligible, .backedUp],
        ] as [AuthenticatorFlags])
    func `7.1, steps 18 and 19: the backup flags of a passkey are reported as they were signed`(
        _ backup: AuthenticatorFlags
    ) throws {
        var authenticator = TestAuthenticator()
        authenticator.forgery.flags = { $0.union(backup) }
        let credential = try Ceremony().register(&authenticator)
        #expect(credential.flags.intersection([.backupEligible, .backedUp]) == backup)
    }

    @Test func `7.1, step 20: a key of a kind that was not asked for is refused`() throws {
        let refusal = try error(
            Ceremony(algorithms: [.es256, .rs256]),
            with: {
                $0.algorithms = [.edDSA]
                $0.forgery.ignoresAlgorithms = true
            })
        #expect(refusal == .unsupportedAlgorithm)
    }

    @Test(arguments: ["", "None", "packed ", "made-up"])
    func `7.1, step 21: an unregistered format is refused`(_ format: String) throws {
        #expect(
            try error(with: { $0.attestation = .other(format: format, CBORMap([])) }) == .unknownAttestationFormat)
    }

    @Test func `7.1, step 25: an id of more than 1,023 bytes is refused`() throws {
        let long = Base64URL.encode([UInt8](repeating: 1, count: 1_024))
        #expect(
            try errorWhenAltered {
                $0.set("id", .string(long))
                $0.set("rawId", .string(long))
            } == .credentialIDTooLong)
    }

    @Test func `transports without a name and places without one are left out`() throws {
        var authenticator = TestAuthenticator()
        var answer = try authenticator.register(options: Ceremony().creationOptions)
        answer.setResponse("transports", ["usb", "made-up", "internal", "usb", 7])
        answer.set("authenticatorAttachment", "made-up")
        let response = try RegistrationResponse(answer)
        #expect(response.transports == ["internal", "usb"])
        #expect(response.attachment == nil)
        #expect(throws: TestAuthenticatorError.malformedOptions) { try authenticator.register(options: [:]) }
    }
}
