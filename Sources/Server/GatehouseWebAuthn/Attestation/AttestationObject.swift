// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseServerCrypto
import SwiftASN1
import X509

/// The attestation object of a new credential (WebAuthn Level 3, section 6.5.4).
package struct AttestationObject: Sendable {
    package let authenticatorData: AuthenticatorData
    /// The original bytes of `authenticatorData`, which attestation statements sign.
    package let authenticatorDataBytes: [UInt8]
    package let statement: AttestationStatement

    /// Reads the CBOR.
    /// - Throws: `malformedAttestation`, `unknownAttestationFormat`, `wrongAttestation`, or an error of
    ///   `AuthenticatorData`.
    package init(_ bytes: [UInt8]) throws(WebAuthnError) {
        guard
            let map = (try? CBORReader.value(bytes))?.mapValue, map.hasKeys(["fmt", "attStmt", "authData"]),
            let format = map["fmt"]?.textValue, let statement = map["attStmt"]?.mapValue,
            let data = map["authData"]?.bytesValue
        else { throw .malformedAttestation }
        authenticatorData = try AuthenticatorData(data)
        authenticatorDataBytes = data
        self.statement = try AttestationStatement(format: format, statement)
    }
}

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

/// The certificate of an authenticator, with the fields that packed attestation checks (WebAuthn Level 3, section
/// 8.2.1).
struct AttestationCertificate {
    /// The length of the longest certificate that is read, in bytes.
    ///
    /// Certificates of authenticators have about 1,000; the limit bounds the time that a hostile one takes.
    static let maximumBytes = 8_192
    /// The identifier of the extension with the authenticator model, `id-fido-gen-ce-aaguid`.
    private static let modelExtension: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 45724, 1, 1, 4]

    private let certificate: Certificate
    private let constraints: BasicConstraints
    /// The authenticator model in the certificate, if it has one.
    private let aaguid: [UInt8]?

    /// Reads an X.509 certificate in DER (RFC 5280, section 4.1); `nil` for other bytes, for a certificate without
    /// basic constraints, and for one whose model cannot be read or is marked critical.
    init?(_ der: [UInt8]) {
        guard
            der.count <= Self.maximumBytes, let certificate = try? Certificate(derEncoded: der),
            let constraints = try? certificate.extensions.basicConstraints
        else { return nil }
        let model = certificate.extensions[oid: Self.modelExtension]
        aaguid = model.flatMap { try? ASN1OctetString(derEncoded: $0.value) }.map { Array($0.bytes) }
        guard model == nil || (model?.critical == false && aaguid?.count == 16) else { return nil }
        (self.certificate, self.constraints) = (certificate, constraints)
    }

    /// Whether the certificate meets the requirements for an authenticator of this model.
    fileprivate func isFit(for aaguid: [UInt8]) -> Bool {
        let names: [ASN1ObjectIdentifier] = [
            .NameAttributes.countryName, .NameAttributes.organizationName, .NameAttributes.commonName,
        ]
        return certificate.version == .v3
            && texts(.NameAttributes.organizationalUnitName) == [Array("Authenticator Attestation".utf8)]
            && names.allSatisfy { texts($0).contains { !$0.isEmpty } }
            && constraints == .notCertificateAuthority
            && (self.aaguid == nil || self.aaguid == aaguid)
    }

    /// The certified key, if its type fits the algorithm.
    func key(for algorithm: Int) -> CredentialPublicKey? {
        var serializer = DER.Serializer()
        guard (try? serializer.serialize(certificate.publicKey)) != nil else { return nil }
        let info = serializer.serializedBytes
        return switch COSEAlgorithm(rawValue: algorithm) {
        case .es256: P256VerificationKey(subjectPublicKeyInfo: info).map(CredentialPublicKey.es256)
        case .rs256: (try? RSAVerificationKey(subjectPublicKeyInfo: info)).map(CredentialPublicKey.rs256)
        case .edDSA, nil: nil
        }
    }

    /// The contents of the subject's attributes of this type, whatever their string type.
    private func texts(_ type: ASN1ObjectIdentifier) -> [[UInt8]] {
        certificate.subject.joined().filter { $0.type == type }.map { attribute in
            var serializer = DER.Serializer()
            guard
                (try? serializer.serialize(ASN1Any(attribute.value))) != nil,
                let node = try? DER.parse(serializer.serializedBytes), case .primitive(let content) = node.content
            else { return [] }
            return Array(content)
        }
    }
}
