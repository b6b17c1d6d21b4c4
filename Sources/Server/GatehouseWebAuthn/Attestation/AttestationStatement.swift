// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The attestation statement of a credential (WebAuthn Level 3, section 8).
package enum AttestationStatement: Sendable {
    /// Format `none`: no attestation, as most relying parties request.
    case none
    /// Format `packed` without a certificate: the signature is made with the credential's own key (self attestation).
    case selfSigned(algorithm: Int, signature: [UInt8])
    /// Format `packed` with a certificate chain: the signature is made with the authenticator's key. Only the first
    /// certificate is read; its issuer is not checked.
    case packed(algorithm: Int, signature: [UInt8], certificate: [UInt8])
    /// Another registered format. Its contents are not checked: the server requests no attestation, so they would prove
    /// no more than `none`.
    case ignored

    /// The registered formats whose contents are not checked.
    private static let ignoredFormats: Set = [
        "tpm", "android-key", "android-safetynet", "fido-u2f", "apple", "compound",
    ]

    /// Reads the statement of a format.
    /// - Throws: `unknownAttestationFormat`, or `wrongAttestation` if the members do not match the format.
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

    /// Checks the statement about a credential; its signature is over the authenticator data and the hash of the client
    /// data.
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
