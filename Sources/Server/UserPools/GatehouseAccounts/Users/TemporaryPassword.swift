// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCrypto

/// Generates passwords that satisfy every policy: they have all classes of characters and at least the required length.
enum TemporaryPassword {
    private static let lower = "abcdefghijkmnopqrstuvwxyz"
    private static let upper = "ABCDEFGHJKLMNPQRSTUVWXYZ"
    private static let digits = "23456789"
    private static let symbols = "!@#%&*-_=+"

    static func draw(_ entropy: Entropy, policy: PasswordPolicyType) -> String {
        let length = max(12, policy.minimumLength ?? 8)
        let certain = [lower, upper, digits, symbols].map { entropy.characters(1, from: $0) }.joined()
        return certain + entropy.characters(length - 4, from: lower + upper + digits)
    }
}
