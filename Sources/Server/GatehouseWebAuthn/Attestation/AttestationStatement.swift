// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// How an authenticator vouches for a credential (WebAuthn Level 3, section 8).
package enum AttestationStatement: Sendable {
    /// It does not, as most relying parties wish.
    case none
    /// The credential's own key signs.
    case selfSigned(algorithm: Int, signature: [UInt8])
    /// The authenticator's key signs; its certificate comes first, and nobody asks who signed that.
    case packed(algorithm: Int, signature: [UInt8], certificate: [UInt8])
    /// In another registered format, which is not looked at: it proves no more than `none`, and makers are not asked for.
    case ignored

    /// The formats of the registry that say more than is asked for.
    private static let ignoredFormats: Set = [
        "tpm", "android-key", "android-safetynet", "fido-u2f", "apple", "compound",
    ]

    /// Reads the statement of a format.
    /// - Throws: `unknownAttestationFormat`, or `wrongAttestation` for one that is not what its format says.
    package init(format: String, _ map: CBORMap) throws(WebAuthnError) {
        switch format {
        case "none":
            guard map.entries.isEmpty else { throw .wrongAttestation }
            self = .none
        case "packed":
            self = try Self.packed(map)
        case _ where Self.ignoredFormats.contains(format):
            self = .ignored
        default:
            throw .unknownAttestationFormat
        }
    }

    private static func packed(_ map: CBORMap) throws(WebAuthnError) -> Self {
        guard let algorithm = map["alg"]?.intValue, let signature = map["sig"]?.bytesValue else {
            throw .wrongAttestation
        }
        guard let chain = map["x5c"] else {
            guard map.hasKeys(["alg", "sig"]) else { throw .wrongAttestation }
            return .selfSigned(algorithm: algorithm, signature: signature)
        }
        let certificates = (chain.arrayValue ?? []).map(\.bytesValue)
        guard map.hasKeys(["alg", "sig", "x5c"]), !certificates.contains(nil), let first = certificates.first,
            let certificate = first
        else { throw .wrongAttestation }
        return .packed(algorithm: algorithm, signature: signature, certificate: certificate)
    }

    /// Checks the statement about a credential; it signs the authenticator data and the hash of the client data.
    /// - Throws: `wrongAttestation`.
    func verify(credential: AttestedCredential, signed message: [UInt8]) throws(WebAuthnError) {
        switch self {
        case .none, .ignored: return
        case .selfSigned(let algorithm, let signature):
            guard
                algorithm == credential.publicKey.algorithm.rawValue,
                credential.publicKey.accepts(signature: signature, of: message)
            else { throw .wrongAttestation }
        case .packed(let algorithm, let signature, let der):
            guard
                let certificate = AttestationCertificate(der), certificate.isFit(for: credential.aaguid),
                let key = certificate.key(for: algorithm), key.accepts(signature: signature, of: message)
            else { throw .wrongAttestation }
        }
    }
}
