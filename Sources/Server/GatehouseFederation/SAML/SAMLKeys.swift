// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CXMLSignatures
package import Foundation
package import GatehouseServerCrypto
import SwiftASN1
import X509

/// A public key of an identity provider.
package struct SAMLSigningKey: Sendable, Equatable {
    /// The kinds of keys; a signature's method is of one kind.
    package enum Kind: Sendable {
        case rsa
        case ellipticCurve
    }

    /// The sizes of RSA keys in bits; verification with a larger one takes long.
    private static let rsaBits = 2_048...8_192
    /// The largest key in DER, with room for an RSA key of the largest size.
    private static let maximumBytes = 2_048

    /// The key as SubjectPublicKeyInfo in DER.
    let bytes: [UInt8]
    package let kind: Kind

    /// Reads the key of an X.509 certificate in DER: RSA of 2048 to 8192 bits, or EC on P-256, P-384 or P-521.
    ///
    /// The certificate only carries the key: its dates, names and issuer have no meaning in metadata (SAML V2.0 Metadata
    /// Interoperability Profile, section 2.6.1). `nil` for another certificate.
    init?(certificate: [UInt8]) {
        var key = [UInt8](repeating: 0, count: Self.maximumBytes)
        var count = key.count
        var kind: Int32 = 0
        var bits: Int32 = 0
        let result = unsafe gatehouse_xml_certificate_key(
            certificate, certificate.count, &key, &count, &kind, &bits)
        guard result == Int32(GATEHOUSE_XML_DONE.rawValue) else { return nil }
        if kind == Int32(GATEHOUSE_XML_KEY_RSA.rawValue) {
            guard Self.rsaBits.contains(Int(bits)) else { return nil }
            self.kind = .rsa
        } else {
            self.kind = .ellipticCurve
        }
        bytes = Array(key.prefix(count))
    }
}

/// A certificate that carries a key of a service provider for SAML, signed by the key itself.
///
/// Identity providers take the key from it; its names and dates have no meaning for them (SAML V2.0 Metadata
/// Interoperability Profile, section 2.6.1), but some of them show or check the dates.
package struct SAMLCertificate: Sendable {
    /// The time for which a certificate is valid, in seconds: ten years, as the service's.
    package static let lifetime: TimeInterval = 10 * 365 * 86_400

    /// The certificate in DER.
    package let der: [UInt8]

    /// Makes the certificate of a key (RFC 5280, section 4.1).
    ///
    /// - Parameters:
    ///   - key: the key that it carries and that signs it.
    ///   - name: the common name of subject and issuer.
    ///   - serial: the serial number, at most 20 bytes; the first bit is ignored, so that the number is positive.
    ///   - date: the time from which it is valid.
    /// - Throws: if the key cannot sign.
    package init(of key: RSASigningKey, name: String, serial: [UInt8], from date: Date) throws {
        let privateKey = try Certificate.PrivateKey(
            pemDocument: PEMDocument(type: "RSA PRIVATE KEY", derBytes: key.derRepresentation))
        let subject = try DistinguishedName { CommonName(name) }
        let number = [(serial.first ?? 1) & 0x7F] + serial.dropFirst()
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(bytes: number), publicKey: privateKey.publicKey,
            notValidBefore: date, notValidAfter: date.addingTimeInterval(Self.lifetime), issuer: subject,
            subject: subject, signatureAlgorithm: .sha256WithRSAEncryption, extensions: Certificate.Extensions(),
            issuerPrivateKey: privateKey)
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        der = serializer.serializedBytes
    }
}
