// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
package import GatehouseWire

extension PasswordPolicyType {
    private static let symbols = Set("^$*.[]{}()?\"!@#%&/\\,><':;|_~`=+- ".unicodeScalars)

    /// The maximum length of a password, in Unicode scalars.
    private static let maximumLength = 256

    /// Checks a password against the policy; `AdminCreateUser` uses another `prefix` for the message.
    ///
    /// - Throws: `InvalidPasswordException` with the first rule that the password breaks.
    package func check(
        _ password: String, prefix: String = "Password did not conform with policy: "
    ) throws(ServiceFault) {
        let scalars = password.unicodeScalars
        let rules: [(isBroken: Bool, text: String)] = [
            (scalars.count < (minimumLength ?? 8), "Password not long enough"),
            (scalars.count > Self.maximumLength, "Password must have at most \(Self.maximumLength) characters"),
            (
                requireUppercase == true && !scalars.contains { ("A"..."Z").contains($0) },
                "Password must have uppercase characters"
            ),
            (
                requireLowercase == true && !scalars.contains { ("a"..."z").contains($0) },
                "Password must have lowercase characters"
            ),
            (
                requireNumbers == true && !scalars.contains { ("0"..."9").contains($0) },
                "Password must have numeric characters"
            ),
            (requireSymbols == true && !Self.hasSymbol(scalars), "Password must have symbol characters"),
        ]
        if let broken = rules.first(where: \.isBroken) {
            throw ServiceFault(.invalidPassword, prefix + broken.text)
        }
    }

    /// Returns whether the password has a symbol; a leading or trailing space does not count as one.
    private static func hasSymbol(_ scalars: String.UnicodeScalarView) -> Bool {
        guard
            let first = scalars.firstIndex(where: { $0 != " " }), let last = scalars.lastIndex(where: { $0 != " " })
        else { return false }
        return scalars[first...last].contains { symbols.contains($0) }
    }
}
