// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import CryptoExtras
import Foundation
import GatehouseCrypto
import GatehouseWebAuthn

/// The encryption of PINs between a key and a computer (CTAP 2.0, section 5.5.1: PIN protocol 1).
struct PINCipher {
    private let key: SymmetricKey

    /// Agrees on a key with the computer's COSE key.
    init(_ own: P256.KeyAgreement.PrivateKey, _ map: CBORMap?) throws {
        let point = (map?[-2]?.bytesValue ?? []) + (map?[-3]?.bytesValue ?? [])
        let secret = try own.sharedSecretFromKeyAgreement(
            with: P256.KeyAgreement.PublicKey(rawRepresentation: point))
        key = SymmetricKey(data: sha256(unsafe secret.withUnsafeBytes { unsafe Array($0) }))
    }

    func encrypt(_ bytes: [UInt8]) throws -> [UInt8] {
        Array(try AES._CBC.encrypt(bytes, using: key, iv: Self.zeros(), noPadding: true))
    }

    func decrypt(_ bytes: [UInt8]) throws -> [UInt8] {
        Array(try AES._CBC.decrypt(bytes, using: key, iv: Self.zeros(), noPadding: true))
    }

    private static func zeros() throws -> AES._CBC.IV {
        try AES._CBC.IV(ivBytes: [UInt8](repeating: 0, count: 16))
    }
}
