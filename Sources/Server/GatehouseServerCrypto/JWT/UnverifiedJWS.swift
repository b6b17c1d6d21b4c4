// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseText

/// A token that has been parsed but not verified.
package struct UnverifiedJWS: Sendable {
    /// The most bytes of a token that are read.
    package static let maximumLength = 50_000

    /// The name of the key that is said to have signed; empty if the token names none and needs none.
    package let keyID: String
    /// The algorithm that the token's header names.
    package let algorithm: String
    /// The JSON of the token's header, which is not verified.
    package let header: [UInt8]
    /// The payload, which is not verified: any client may have written it.
    package let payload: [UInt8]

    private let signature: [UInt8]
    private let signedBytes: [UInt8]

    /// Takes a compact token apart; only a token with a shared secret needs no key id.
    ///
    /// Throws `tooLong`, `malformed`, `missingKeyID` or `unsupportedExtension`.
    package init(_ token: String, requiringKeyID: Bool = true) throws(JWSError) {
        guard token.utf8.count <= Self.maximumLength else { throw .tooLong }
        let parts = Array(token.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64Alphabet.urlSafe.decode(parts[0]),
            let payload = Base64Alphabet.urlSafe.decode(parts[1]), !payload.isEmpty,
            let signature = Base64Alphabet.urlSafe.decode(parts[2])
        else { throw .malformed }
        let fields = if let usual = Header(usual: header) { usual } else { try Header(json: header) }
        guard !fields.hasExtensions else { throw .unsupportedExtension }
        guard fields.kid != nil || !requiringKeyID else { throw .missingKeyID }
        keyID = fields.kid ?? ""
        algorithm = fields.alg
        self.header = header
        self.payload = payload
        self.signature = signature
        signedBytes = Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1])
    }

    /// Believes the token if the key that it names is among the given ones, by key id, and has signed it by RS256.
    ///
    /// Throws `unsupportedAlgorithm`, `unknownKey` or `wrongSignature`.
    package func verified(by keys: [String: RSAVerificationKey]) throws(JWSError) -> VerifiedJWS {
        guard algorithm == "RS256" else { throw .unsupportedAlgorithm }
        guard let key = keys[keyID] else { throw .unknownKey }
        guard key.accepts(signature: signature, of: signedBytes) else { throw .wrongSignature }
        return VerifiedJWS(payload: payload, keyID: keyID)
    }

    /// Believes the token if this key has signed it, by the algorithm that the header names.
    ///
    /// The caller has chosen the key by the token's key id. Throws `unsupportedAlgorithm`, also for an algorithm of
    /// another kind of key, or `wrongSignature`.
    package func verified(by key: JWSVerificationKey) throws(JWSError) -> VerifiedJWS {
        guard let algorithm = JWSAlgorithm(rawValue: algorithm), key.fits(algorithm) else {
            throw .unsupportedAlgorithm
        }
        guard key.accepts(signature: signature, of: signedBytes, by: algorithm) else { throw .wrongSignature }
        return VerifiedJWS(payload: payload, keyID: keyID)
    }

    /// Believes the token if it was signed with this secret, by this algorithm and no other.
    ///
    /// Throws `unsupportedAlgorithm`, also for a secret that is too short, or `wrongSignature`.
    package func verified(
        bySecret secret: [UInt8], algorithm: JWSSecretAlgorithm
    ) throws(JWSError) -> VerifiedJWS {
        guard self.algorithm == algorithm.rawValue, secret.count >= algorithm.minimumSecret else {
            throw .unsupportedAlgorithm
        }
        guard algorithm.accepts(signature, of: signedBytes, secret: secret) else { throw .wrongSignature }
        return VerifiedJWS(payload: payload, keyID: keyID)
    }

    /// The members of the protected header that decide anything; key material in the header is never looked at.
    private struct Header: Decodable {
        let alg: String
        let kid: String?
        let hasExtensions: Bool

        private enum CodingKeys: String, CodingKey {
            case alg, kid, crit
        }

        /// A header in the one form that ``JWS`` writes, which needs no decoder.
        init?(usual header: [UInt8]) {
            let start = Array(#"{"kid":""#.utf8)
            let end = Array(#"","alg":"RS256"}"#.utf8)
            guard header.count > start.count + end.count, header.starts(with: start),
                header.suffix(end.count).elementsEqual(end)
            else { return nil }
            let name = header[start.count..<header.count - end.count]
            // Base64 in either alphabet: nothing that JSON could write in another way.
            guard name.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) else { return nil }
            alg = "RS256"
            kid = String(decoding: name, as: UTF8.self)
            hasExtensions = false
        }

        init(json: [UInt8]) throws(JWSError) {
            guard StreamSafeText.contains(json: json) else { throw .malformed }
            do {
                self = try JSONDecoder().decode(Header.self, from: Data(json))
            } catch {
                throw .malformed
            }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            alg = try container.decode(String.self, forKey: .alg)
            kid = try container.decodeIfPresent(String.self, forKey: .kid)
            hasExtensions = container.contains(.crit)
        }
    }
}

/// A token whose signature has been checked.
///
/// Only ``UnverifiedJWS`` makes one, by its methods `verified(by:)`.
package struct VerifiedJWS: Sendable {
    /// The payload that the key's owner signed.
    ///
    /// Its times and audience are still to be checked.
    package let payload: [UInt8]
    /// The key that signed.
    package let keyID: String

    init(payload: [UInt8], keyID: String) {
        self.payload = payload
        self.keyID = keyID
    }
}
