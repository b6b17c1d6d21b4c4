// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Supplies the RSA keys that pools sign their tokens with.
package protocol SigningKeySource: Sendable {
    /// Returns a key that no other call has returned; may take some hundred milliseconds.
    /// - Throws: the error that prevents the generation.
    func next() throws -> RSASigningKey
}

/// Generates each key when it is needed.
package struct NewSigningKeys: SigningKeySource {
    /// Creates the source, which holds nothing.
    package init() {}

    package func next() throws -> RSASigningKey { try RSASigningKey.generate() }
}
