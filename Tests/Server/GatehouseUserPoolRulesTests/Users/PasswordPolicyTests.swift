// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct PasswordPolicyTests {
    private static let strict = PasswordPolicyType(
        minimumLength: 8, requireUppercase: true, requireLowercase: true, requireNumbers: true, requireSymbols: true)

    /// Passwords, and the first rule of the strict policy that each breaks.
    private static let verdicts: [(String, String?)] = [
        ("Correct-Horse-7!", nil),
        ("Aa1-", "Password not long enough"),
        ("aaaaaaa1-", "Password must have uppercase characters"),
        ("AAAAAAA1-", "Password must have lowercase characters"),
        ("Aaaaaaaa-", "Password must have numeric characters"),
        ("Aaaaaaaa1", "Password must have symbol characters"),
        ("Aaaa aaaa1", nil),
        (" Aaaaaaaa1", "Password must have symbol characters"),
        ("Aaaaaaaa1 ", "Password must have symbol characters"),
        ("  Aaaaaaaa1  ", "Password must have symbol characters"),
        (" Aaaa-aaaa1 ", nil),
        ("          ", "Password must have uppercase characters"),
        ("Ääääääää1-a", "Password must have uppercase characters"),
        ("Aa1-" + String(repeating: "ä", count: 252), nil),
        ("Aa1-" + String(repeating: "ä", count: 253), "Password must have at most 256 characters"),
    ]

    @Test(arguments: verdicts)
    func `the first rule that a password breaks is named`(_ password: String, _ text: String?) {
        let expected = text.map { ServiceFault(.invalidPassword, "Password did not conform with policy: \($0)") }
        do throws(ServiceFault) {
            try Self.strict.check(password)
            #expect(expected == nil)
        } catch {
            #expect(error == expected)
        }
    }
}
