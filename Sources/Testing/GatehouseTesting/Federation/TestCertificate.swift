// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseServerCrypto

/// An X.509 certificate that signs itself, without names: the metadata of identity providers carries keys in
/// certificates.
struct TestCertificate: Sendable {
    /// The tags of DER (X.690, section 8.1.2).
    private enum Tag: UInt8 {
        case integer = 0x02
        case bitString = 0x03
        case null = 0x05
        case objectIdentifier = 0x06
        case time = 0x17
        case sequence = 0x30
    }

    /// The object identifier of sha256WithRSAEncryption.
    private static let rsaWithSHA256: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B]

    /// The certificate in DER.
    let der: [UInt8]

    /// Makes the certificate of a key (RFC 5280, section 4.1), valid from 2026 to 2048.
    /// - Throws: if the key cannot sign.
    init(of key: RSASigningKey) throws {
        let pem = key.publicKey.pem.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
        guard let subjectPublicKeyInfo = Base64.decode(pem) else { throw JWSError.malformedKey }
        let algorithm = Self.element(
            .sequence, Self.element(.objectIdentifier, Self.rsaWithSHA256) + Self.element(.null, []))
        let validity = ["260101000000Z", "490101000000Z"].flatMap { Self.element(.time, Array($0.utf8)) }
        let noName = Self.element(.sequence, [])
        let content = Self.element(
            .sequence,
            Self.element(.integer, [1]) + algorithm + noName + Self.element(.sequence, validity) + noName
                + subjectPublicKeyInfo)
        let signature = try SwiftCryptoRSASigner().sign(content, with: key)
        der = Self.element(.sequence, content + algorithm + Self.element(.bitString, [0] + signature))
    }

    private static func element(_ tag: Tag, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        let length: [UInt8] =
            switch count {
            case ..<0x80: [UInt8(count)]
            case ..<0x100: [0x81, UInt8(count)]
            default: [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
            }
        return [tag.rawValue] + length + content
    }
}
