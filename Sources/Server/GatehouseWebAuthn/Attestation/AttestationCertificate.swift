// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseServerCrypto
import SwiftASN1
import X509

/// The certificate of an authenticator, with the fields that packed attestation checks (WebAuthn Level 3, section
/// 8.2.1).
struct AttestationCertificate {
    /// The length of the longest certificate that is read, in bytes.
    ///
    /// Those of authenticators have about 1,000; the limit bounds the time that a hostile one takes.
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
    func isFit(for aaguid: [UInt8]) -> Bool {
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
