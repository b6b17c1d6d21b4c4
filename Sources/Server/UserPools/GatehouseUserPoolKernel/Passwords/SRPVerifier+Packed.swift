// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseUserPoolModel

/// The binary form of a verifier for encryption: the salt with its length, the verifier, and its powers if there are
/// any.
extension SRPVerifier {
    /// The length of a number modulo the group's prime, in bytes.
    private static let verifierLength = 384

    /// The binary form; a salt has at most 255 bytes.
    var packed: [UInt8] {
        let padding = [UInt8](repeating: 0, count: max(0, Self.verifierLength - verifier.count))
        return [UInt8(salt.count)] + salt + padding + verifier + (powers?.bytes ?? [])
    }

    /// Creates a verifier from its binary form.
    init?(packed plain: [UInt8]) {
        guard let length = plain.first, plain.count > 1 + Int(length) else { return nil }
        let (salt, numbers) = (plain[1..<1 + Int(length)], plain[(1 + Int(length))...])
        // Powers follow a verifier of full length; a verifier without powers may be shorter.
        let powers = SpacedPowers(bytes: Array(numbers.dropFirst(Self.verifierLength)))
        self.init(salt: Array(salt), verifier: Array(numbers.prefix(Self.verifierLength)), powers: powers)
    }
}
