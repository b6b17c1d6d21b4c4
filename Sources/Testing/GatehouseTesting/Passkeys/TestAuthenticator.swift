// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
package import GatehouseWebAuthn
package import GatehouseWire

/// An authenticator in software, with the browser before it: it keeps passkeys and proves them.
///
/// It takes the service's options and returns the response for the service, both in JSON:
///
/// ```swift
/// var authenticator = TestAuthenticator()
/// let credential = try authenticator.register(options: creationOptions)
/// let proof = try authenticator.authenticate(options: requestOptions)
/// ```
///
/// A copy of the value is a cloned authenticator.
public struct TestAuthenticator: Sendable {
    /// An algorithm of keys that the authenticator can make.
    public enum Algorithm: Sendable, CaseIterable {
        /// ECDSA with SHA-256 on P-256.
        case es256
        /// Ed25519.
        case edDSA
        /// RSASSA-PKCS1-v1_5 with SHA-256.
        case rs256
    }

    /// The page or app that asks, such as `http://localhost:9229`.
    public var origin: String
    /// Whether the authenticator verifies the user, for example with a PIN.
    public var verifiesUser = true
    /// Whether its passkeys go along to other devices.
    public var synchronises = false
    /// Whether it counts its proofs; authenticators that synchronise passkeys do not.
    public var countsProofs = true
    /// The algorithms of the keys that it makes, the preferred one first.
    public var algorithms: [Algorithm]
    /// The model of the authenticator: 16 bytes.
    package var aaguid = [UInt8](repeating: 0, count: 16)
    /// Its attestation for new passkeys.
    package var attestation = TestAttestation.none
    /// Its deviations from an honest authenticator.
    package var forgery = CeremonyForgery()
    /// The passkeys that it keeps.
    package var passkeys: [TestPasskey] = []

    private let entropy: Entropy

    /// An authenticator without passkeys.
    ///
    /// - Parameters:
    ///   - origin: the page or app that asks.
    ///   - algorithms: what keys it makes, the preferred kind first.
    ///   - seed: where chance begins; the same seed gives the same ids.
    public init(
        origin: String = "http://localhost:9229", algorithms: [Algorithm] = [.es256, .rs256, .edDSA], seed: UInt64 = 1
    ) {
        self.origin = origin
        self.algorithms = algorithms
        entropy = .seeded(seed)
    }

    /// Makes a passkey, as `navigator.credentials.create` does.
    ///
    /// - Parameter options: `PublicKeyCredentialCreationOptionsJSON`.
    /// - Returns: `RegistrationResponseJSON`.
    /// - Throws: `TestAuthenticatorError`.
    public mutating func register(options: String) throws -> String {
        let answer = try register(options: WireValue(json: Data(options.utf8)))
        return String(decoding: answer.jsonBytes(), as: UTF8.self)
    }

    /// Proves a passkey, as `navigator.credentials.get` does.
    ///
    /// - Parameter options: `PublicKeyCredentialRequestOptionsJSON`.
    /// - Returns: `AuthenticationResponseJSON`.
    /// - Throws: `TestAuthenticatorError`.
    public mutating func authenticate(options: String) throws -> String {
        let answer = try authenticate(options: WireValue(json: Data(options.utf8)))
        return String(decoding: answer.jsonBytes(), as: UTF8.self)
    }

    /// Makes a passkey.
    package mutating func register(options: WireValue) throws -> WireValue {
        guard let relyingParty = options["rp"]?["id"]?.stringValue,
            let handle = options["user"]?["id"]?.stringValue.flatMap({ Base64URL.decode($0) })
        else { throw TestAuthenticatorError.malformedOptions }
        let known = Set(passkeys.map(\.id))
        guard known.isDisjoint(with: Self.ids(options["excludeCredentials"])) else {
            throw TestAuthenticatorError.alreadyRegistered
        }
        let passkey = TestPasskey(
            id: entropy.bytes(32), relyingPartyID: relyingParty, userHandle: handle,
            key: try .generate(try algorithm(among: options), entropy: entropy))
        passkeys.append(passkey)
        let clientData = try clientData(.create, options: options)
        var data = authenticatorData(of: passkey, with: .attestedCredential)
        data += aaguid + [UInt8(passkey.id.count >> 8), UInt8(passkey.id.count & 0xFF)] + passkey.id
        data += CBORWriter.bytes(.map(passkey.key.publicKey.map))
        data = forgery.authenticatorData(data)
        let (format, statement) = try attestation.statement(passkey.key, message: data + sha256(clientData))
        let object = CBORWriter.bytes(
            .map(
                CBORMap([
                    CBORMap.Entry(.text("fmt"), .text(format)), CBORMap.Entry(.text("attStmt"), .map(statement)),
                    CBORMap.Entry(.text("authData"), .bytes(data)),
                ])))
        return credential(
            passkey,
            response: [
                "clientDataJSON": .string(Base64URL.encode(clientData)),
                "attestationObject": .string(Base64URL.encode(forgery.attestationObject(object))),
                "transports": ["internal"],
            ])
    }

    /// Proves a passkey.
    package mutating func authenticate(options: WireValue) throws -> WireValue {
        let allowed = Self.ids(options["allowCredentials"])
        guard
            let index = passkeys.firstIndex(where: { passkey in
                passkey.relyingPartyID == options["rpId"]?.stringValue
                    && (allowed.isEmpty || allowed.contains(passkey.id))
            })
        else { throw TestAuthenticatorError.noPasskey }
        if countsProofs && !synchronises { passkeys[index].signCount += 1 }
        let passkey = passkeys[index]
        let clientData = try clientData(.get, options: options)
        let data = forgery.authenticatorData(authenticatorData(of: passkey, with: []))
        let signature = forgery.signature(try passkey.key.sign(data + sha256(clientData)))
        var response: [WireName: WireValue] = [
            "clientDataJSON": .string(Base64URL.encode(clientData)),
            "authenticatorData": .string(Base64URL.encode(data)),
            "signature": .string(Base64URL.encode(signature)),
        ]
        response["userHandle"] = forgery.userHandle(passkey.userHandle).map { .string(Base64URL.encode($0)) }
        return credential(passkey, response: response)
    }

    private func credential(_ passkey: TestPasskey, response: [WireName: WireValue]) -> WireValue {
        let id = WireValue.string(Base64URL.encode(forgery.credentialID(passkey.id)))
        return [
            "id": id, "rawId": id, "type": "public-key", "authenticatorAttachment": "platform",
            "clientExtensionResults": [:], "response": .object(response),
        ]
    }

    private func clientData(_ ceremony: CollectedClientData.Ceremony, options: WireValue) throws -> [UInt8] {
        guard let challenge = options["challenge"]?.stringValue else { throw TestAuthenticatorError.malformedOptions }
        let members: [WireName: WireValue] = [
            "type": .string(ceremony.rawValue), "challenge": .string(challenge), "origin": .string(origin),
            "crossOrigin": false,
        ]
        return WireValue.object(members.merging(forgery.clientData) { $1 }).jsonBytes()
    }

    private func authenticatorData(of passkey: TestPasskey, with others: AuthenticatorFlags) -> [UInt8] {
        var flags = others.union(.userPresent)
        if verifiesUser { flags.insert(.userVerified) }
        if synchronises { flags.formUnion([.backupEligible, .backedUp]) }
        flags = forgery.flags(flags)
        let count = (0..<4).reversed().map { UInt8(truncatingIfNeeded: passkey.signCount >> (8 * $0)) }
        return sha256(Array((forgery.relyingPartyID ?? passkey.relyingPartyID).utf8)) + [flags.rawValue] + count
    }

    private func algorithm(among options: WireValue) throws -> Algorithm {
        let wanted = (options["pubKeyCredParams"]?.arrayValue ?? []).compactMap { $0["alg"]?.integerValue }
        let match = algorithms.first { wanted.contains(Int64($0.cose.rawValue)) || forgery.ignoresAlgorithms }
        guard let match else { throw TestAuthenticatorError.noAlgorithm }
        return match
    }

    private static func ids(_ list: WireValue?) -> [[UInt8]] {
        (list?.arrayValue ?? []).compactMap { $0["id"]?.stringValue.flatMap { Base64URL.decode($0) } }
    }
}

/// The reason why a software authenticator does not answer.
public enum TestAuthenticatorError: Error, Equatable {
    /// The options lack a member.
    case malformedOptions
    /// The authenticator supports none of the requested algorithms.
    case noAlgorithm
    /// One of the passkeys is registered already.
    case alreadyRegistered
    /// The authenticator has none of the requested passkeys.
    case noPasskey
}

extension TestAuthenticator.Algorithm {
    /// The number that the algorithm has in options and keys.
    var cose: COSEAlgorithm {
        switch self {
        case .es256: .es256
        case .edDSA: .edDSA
        case .rs256: .rs256
        }
    }
}

/// The deviations of a forged authenticator, or of its browser, from an honest one: by default none.
///
/// Values that are changed before the signature are signed like the others.
package struct CeremonyForgery: Sendable {
    /// Members of the client data that are written over the honest ones.
    package var clientData: [WireName: WireValue] = [:]
    /// The relying party whose hash is signed.
    package var relyingPartyID: String?
    /// Makes keys of an algorithm that the options do not list.
    package var ignoresAlgorithms = false
    package var flags: @Sendable (AuthenticatorFlags) -> AuthenticatorFlags = { $0 }
    /// Before it is signed.
    package var authenticatorData: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    /// Changes the attestation object of a registration after it is complete.
    package var attestationObject: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    /// Changes the signature of a sign-in.
    package var signature: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    /// Changes the credential id in the answer.
    package var credentialID: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    /// Changes the user handle in the answer to a sign-in; nil leaves it out.
    package var userHandle: @Sendable ([UInt8]) -> [UInt8]? = { $0 }
}
