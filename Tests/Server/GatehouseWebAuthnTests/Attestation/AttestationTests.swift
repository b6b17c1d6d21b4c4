// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseTesting
import GatehouseWebAuthn
import Testing

@Suite struct AttestationTests {
    private static let model = [UInt8](0..<16)

    /// The certificates of a file in `Certificates`, by their names.
    private func certificates(_ file: String) throws -> [String: [UInt8]] {
        let folder = try #require(Bundle.module.resourceURL)
        let data = try Data(contentsOf: folder.appending(path: "Certificates/\(file).json"))
        return try JSONDecoder().decode([String: Data].self, from: data).mapValues { Array($0) }
    }

    private func certificate(_ name: String) throws -> [UInt8] {
        try #require(try certificates("attestation")[name])
    }

    /// The key of the certificates: see `Certificates/make.py`.
    private func attestationKey() throws -> TestPasskeyKey {
        .es256(try #require(P256SigningKey(scalar: [UInt8](repeating: 7, count: 32))))
    }

    private func error(
        _ attestation: TestAttestation, model: [UInt8] = Self.model,
        algorithms: [TestAuthenticator.Algorithm] = [.es256]
    ) throws -> WebAuthnError? {
        var authenticator = TestAuthenticator(algorithms: algorithms)
        authenticator.aaguid = model
        authenticator.attestation = attestation
        return try WebAuthnError.caught { _ = try Ceremony().register(&authenticator) }
    }

    private static func statement(_ members: [(String, CBORValue)]) -> CBORMap {
        CBORMap(members.map { CBORMap.Entry(.text($0.0), $0.1) })
    }

    @Test func `attestation format none is accepted only without a statement`() throws {
        #expect(try error(.none) == nil)
        #expect(try error(.other(format: "none", Self.statement([("sig", .bytes([]))]))) == .wrongAttestation)
    }

    @Test(arguments: TestAuthenticator.Algorithm.allCases)
    func `a passkey vouches for itself`(_ algorithm: TestAuthenticator.Algorithm) throws {
        #expect(try error(.selfSigned, algorithms: [algorithm]) == nil)
    }

    @Test(arguments: [
        [("alg", CBORValue(-7))], [("sig", .bytes([1]))], [("alg", CBORValue(-7)), ("sig", .bytes([1]))],
        [("alg", CBORValue(-257)), ("sig", .bytes([1]))], [("alg", .text("-7")), ("sig", .bytes([1]))],
        [("alg", CBORValue(-7)), ("sig", .bytes([1])), ("ecdaaKeyId", .bytes([1]))],
        [("alg", CBORValue(-7)), ("sig", .bytes([1])), ("x5c", .array([]))],
        [("alg", CBORValue(-7)), ("sig", .bytes([1])), ("x5c", .array([.text("certificate")]))],
        [("alg", CBORValue(-7)), ("sig", .bytes([1])), ("x5c", .array([.bytes([0x30, 0x80])]))],
    ])
    func `7.1, step 22: a packed statement that is not what it should be is refused`(
        _ members: [(String, CBORValue)]
    ) throws {
        #expect(try error(.other(format: "packed", Self.statement(members))) == .wrongAttestation)
    }

    @Test func `7.1, step 22: a self attestation by another key is refused`() throws {
        var authenticator = TestAuthenticator()
        authenticator.attestation = .selfSigned
        authenticator.forgery.attestationObject = { object in
            // A changed byte of the signed credential id.
            var object = object
            let id = object.count - 100
            object[id] ^= 1
            return object
        }
        #expect(throws: WebAuthnError.wrongAttestation) { try Ceremony().register(&authenticator) }
    }

    @Test(arguments: ["good", "without a model"])
    func `an authenticator vouches with its certificate`(_ name: String) throws {
        #expect(try error(.packed(key: attestationKey(), certificates: [certificate(name)])) == nil)
        #expect(try error(.packed(key: attestationKey(), certificates: [certificate(name), [1, 2]])) == nil)
    }

    @Test(arguments: [
        "another unit", "two units", "without a country", "without an organisation", "without a name", "an authority",
        "without constraints", "another model", "a critical model", "a malformed model", "another curve", "version 2",
    ])
    func `7.1, step 22: a certificate that is not an authenticator's is refused`(_ name: String) throws {
        let attestation = TestAttestation.packed(key: try attestationKey(), certificates: [try certificate(name)])
        #expect(try error(attestation) == .wrongAttestation)
    }

    @Test func `7.1, step 22: a certificate for another model or another key is refused`() throws {
        let good = try certificate("good")
        #expect(
            try error(.packed(key: attestationKey(), certificates: [good]), model: [UInt8](1..<17))
                == .wrongAttestation)
        let other = TestPasskeyKey.es256(.generate())
        #expect(try error(.packed(key: other, certificates: [good])) == .wrongAttestation)
    }

    @Test func `a certificate that is cut off or changed anywhere is no danger`() throws {
        let good = try certificate("good")
        for position in good.indices {
            var changed = good
            changed[position] ^= 0x85
            for bytes in [Array(good[..<position]), changed] {
                let attestation = TestAttestation.packed(key: try attestationKey(), certificates: [bytes])
                let refusal = try error(attestation)
                #expect(refusal == nil || refusal == .wrongAttestation)
            }
        }
    }

    @Test func `a certificate is accepted in each form that DER allows, and its own signature is not checked`() throws {
        let good = try certificates("hostile").filter { $0.key.hasPrefix("good") }
        #expect(good.count == 5)
        for (name, certificate) in good {
            #expect(try error(.packed(key: attestationKey(), certificates: [certificate])) == nil, "\(name)")
        }
    }

    @Test func `7.1, step 22: a certificate that is made to harm its reader is refused`() throws {
        let hostile = try certificates("hostile").filter { !$0.key.hasPrefix("good") }
        #expect(hostile.count > 80)
        for (name, certificate) in hostile {
            let attestation = TestAttestation.packed(key: try attestationKey(), certificates: [certificate])
            #expect(try error(attestation) == .wrongAttestation, "\(name)")
        }
    }

    @Test func `7.1, steps 23 and 24: an attestation of an unknown maker proves no more than none`() throws {
        // It is self-signed, and the stored record is the same.
        let good = TestAttestation.packed(key: try attestationKey(), certificates: [try certificate("good")])
        let credentials = try [good, .none].map { attestation in
            var authenticator = TestAuthenticator()
            authenticator.aaguid = Self.model
            authenticator.attestation = attestation
            return try Ceremony().register(&authenticator)
        }
        #expect(credentials[0] == credentials[1])
    }

    @Test(arguments: ["tpm", "android-key", "android-safetynet", "fido-u2f", "apple", "compound"])
    func `attestation statements of the other registered formats are accepted without being verified`(
        _ format: String
    ) throws {
        #expect(try error(.other(format: format, Self.statement([("sig", .bytes([1]))]))) == nil)
    }
}
