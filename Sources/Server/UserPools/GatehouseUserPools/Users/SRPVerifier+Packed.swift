// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseUserPoolModel

/// The bytes that are sealed of a verifier: the salt behind its length, the verifier, and its powers if there are any.
extension SRPVerifier {
    /// Bytes of a number modulo the group's prime.
    private static let verifierLength = 384

    /// The bytes; salts have at most 255.
    var packed: [UInt8] {
        let padding = [UInt8](repeating: 0, count: max(0, Self.verifierLength - verifier.count))
        return [UInt8(salt.count)] + salt + padding + verifier + (powers?.bytes ?? [])
    }

    /// Reads such bytes.
    init?(packed plain: [UInt8]) {
        guard let length = plain.first, plain.count > 1 + Int(length) else { return nil }
        let (salt, numbers) = (plain[1..<1 + Int(length)], plain[(1 + Int(length))...])
        // Powers stand behind a verifier of full length; a verifier alone is at most that long.
        let powers = SpacedPowers(bytes: Array(numbers.dropFirst(Self.verifierLength)))
        self.init(salt: Array(salt), verifier: Array(numbers.prefix(Self.verifierLength)), powers: powers)
    }
}
