// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CLibCrypto
import GatehouseServerCrypto

/// A private RSA key in libcrypto's form; it is freed with the last reference.
///
/// The conformance is unchecked because the pointer never changes and libcrypto lets any number of threads sign with
/// one key.
@safe final class LibCryptoRSAKey: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// Reads a key in DER; throws `malformedKey`.
    init(derRepresentation: [UInt8]) throws(JWSError) {
        guard let pointer = unsafe gatehouse_rsa_key_create(derRepresentation, derRepresentation.count) else {
            throw .malformedKey
        }
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe gatehouse_rsa_key_free(pointer)
    }

    /// The RS256 signature of a message; throws `malformedKey` if libcrypto refuses.
    func sign(_ message: [UInt8]) throws(JWSError) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: unsafe gatehouse_rsa_signature_count(pointer))
        guard unsafe gatehouse_rsa_sign(pointer, message, message.count, &signature) == 1 else {
            throw .malformedKey
        }
        return signature
    }
}
