// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes

/// The strength of a user's authentication.
///
/// The methods that reach each level are fixed. A pool can name the levels; the claim `acr` holds the name of the level
/// that was reached.
package enum AuthenticationLevel: Int, Sendable, CaseIterable, Comparable {
    /// A password.
    case one = 1
    /// A code by SMS or e-mail.
    case two
    /// A passkey, or a password and a code by SMS or e-mail.
    case three
    /// A password and the code of an authenticator app.
    case four

    package static func < (lower: AuthenticationLevel, higher: AuthenticationLevel) -> Bool {
        lower.rawValue < higher.rawValue
    }

    /// Creates the highest level that the methods reach, or `nil`.
    ///
    /// There are no methods, for example, after a custom sign-in, which the pool's triggers alone decide. The methods
    /// that an identity provider names reach none: its authentication context has a level.
    package init?(reachedBy methods: Set<AuthenticationMethod>) {
        guard !methods.contains(.federated) else { return nil }
        let hasPassword = methods.contains(.password)
        let hasCode = !methods.isDisjoint(with: [.sms, .email])
        if hasPassword, methods.contains(.softwareToken) {
            self = .four
        } else if hasPassword, hasCode {
            self = .three
        } else if methods.hasPasskey {
            self = .three
        } else if hasCode {
            self = .two
        } else if hasPassword {
            self = .one
        } else {
            return nil
        }
    }

    /// Returns whether the methods reach this level or a higher one.
    package func isReached(by methods: Set<AuthenticationMethod>) -> Bool {
        AuthenticationLevel(reachedBy: methods).map { $0 >= self } ?? false
    }

    /// Returns the second factors that raise a user with the proved methods to this level.
    ///
    /// The result is empty if the level is reached already or no method was proved.
    package func secondFactors(
        among factors: Set<SecondFactor>, after proved: Set<AuthenticationMethod>
    ) -> Set<SecondFactor> {
        guard !proved.isEmpty, !isReached(by: proved) else { return [] }
        return factors.filter { isReached(by: proved.union([$0.method])) }
    }

    /// Returns the first factors that reach this level, alone or together with one of the second factors.
    ///
    /// The result has no factor that the user has proved already, and no factor that does not help: it is empty if the
    /// level is reached already, and if a second factor suffices, it has only factors that reach the level alone. After
    /// a first proof, codes by SMS or e-mail are not first factors: a sign-in may begin with a code to an unverified
    /// address or to one that resets the password, and only the rules of second factors exclude these addresses.
    package func firstFactors(
        among factors: [FirstFactor], before seconds: Set<SecondFactor>, after proved: Set<AuthenticationMethod>
    ) -> [FirstFactor] {
        guard !isReached(by: proved) else { return [] }
        let needsFirst = secondFactors(among: seconds, after: proved).isEmpty
        return factors.filter { factor in
            guard proved.isEmpty || factor.attribute == nil else { return false }
            let next = proved.union([factor.method])
            return isReached(by: next) || needsFirst && !secondFactors(among: seconds, after: next).isEmpty
        }
    }
}

extension AuthenticationLevel {
    /// Returns the level's name in the claim `acr`: the configured name, or else Cognito's default name.
    package func name(in configuration: [String: AcrLevelConfigType]?) -> String {
        configuration?[key]?.acrValue ?? "urn:cognito:loa:\(rawValue)"
    }

    /// The key of the level in settings of pools and identity providers.
    var key: String { "Level\(rawValue)" }
}

extension [String: AcrLevelConfigType] {
    /// The names of all levels, with default names for missing ones; `nil` if no level has a name.
    package var completed: Self? {
        guard !isEmpty else { return nil }
        return Dictionary(
            uniqueKeysWithValues: AuthenticationLevel.allCases.map {
                ($0.key, AcrLevelConfigType(acrValue: $0.name(in: self)))
            })
    }
}

extension UserPoolRecord {
    /// Whether the pool names levels; if so, all its tokens contain the claim `acr`.
    package var namesLevels: Bool { description.acrConfiguration?.isEmpty == false }

    /// Returns the name of a level in the claim `acr`.
    package func name(of level: AuthenticationLevel) -> String { level.name(in: description.acrConfiguration) }

    /// Returns the levels in a space-separated list of names, in the list's order; unknown names are skipped.
    package func levels(named names: String) -> [AuthenticationLevel] {
        let known = AuthenticationLevel.allCases.map { (level: $0, name: name(of: $0)) }
        return names.split(separator: " ").compactMap { name in known.first { $0.name == name }?.level }
    }
}
