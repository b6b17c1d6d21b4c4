// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseServerCrypto
import SwiftASN1
import X509

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
