// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension SRPVerifier {
    /// The longest salt that a device may register, in bytes.
    static let maximumSaltBytes = 64
    /// The most characters that are read of either text.
    private static let maximumCharacters = 1_024

    /// Reads the values that a device registers: two integers in Base64, with or without zero bytes in front.
    ///
    /// - Throws: `malformedVerifier` for garbage and for a verifier that is not plausible, `malformedSalt` for garbage,
    ///   zero, and more than ``maximumSaltBytes`` bytes.
    package init(registeredVerifier verifier: String, salt: String) throws(SRPError) {
        guard let verifier = Self.integer(verifier) else { throw .malformedVerifier }
        guard let salt = Self.integer(salt), (1...Self.maximumSaltBytes).contains(salt.count) else {
            throw .malformedSalt
        }
        self.init(salt: salt, verifier: verifier)
        guard isPlausible else { throw .malformedVerifier }
    }

    /// The same verifier with what shortens its powers.
    package func withPowers(_ arithmetic: some SRPArithmetic) -> SRPVerifier {
        SRPVerifier(salt: salt, verifier: verifier, powers: arithmetic.spacedPowers(of: verifier))
    }

    private static func integer(_ text: String) -> [UInt8]? {
        guard text.utf8.count <= maximumCharacters else { return nil }
        return Base64.decode(text).map(SRPInteger.minimal)
    }
}
