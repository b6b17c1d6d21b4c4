// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The levels of authentication at a provider, which has names of its own for them (`AcrMapping`).
extension IdentityProviderRecord {
    /// Returns the provider's names for levels, in the order of the levels; a level without a name is left out.
    package func contexts(for levels: [AuthenticationLevel]) -> [String] {
        levels.compactMap { levelMapping?[$0.key] }
    }

    /// Returns the level of a sign-in whose authentication context the provider has named; the lowest one if it has
    /// named none, and for a name without a level.
    package func level(ofContext name: String?) -> AuthenticationLevel {
        guard let name, let levelMapping else { return .one }
        // Of two levels with the same name, the lower one is certain.
        return AuthenticationLevel.allCases.first { level in
            levelMapping[level.key].map { $0.utf8.elementsEqual(name.utf8) } ?? false
        } ?? .one
    }
}
