// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes

/// How strongly a user has proved who they are.
///
/// What reaches a level is fixed; a pool can name them, and the claim `acr` has the name of the level that was reached.
package enum AuthenticationLevel: Int, Sendable, CaseIterable, Comparable {
    /// A password.
    case one = 1
    /// A code that was sent.
    case two
    /// A passkey, or a password and a code that was sent.
    case three
    /// A password and the code of an authenticator app.
    case four

    package static func < (lower: AuthenticationLevel, higher: AuthenticationLevel) -> Bool {
        lower.rawValue < higher.rawValue
    }

    /// The highest level that the methods reach; `nil` for none, as where functions of the pool judge alone.
    package init?(reachedBy methods: Set<AuthenticationMethod>) {
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

    /// Whether the methods reach the level or a higher one.
    package func isReached(by methods: Set<AuthenticationMethod>) -> Bool {
        AuthenticationLevel(reachedBy: methods).map { $0 >= self } ?? false
    }

    /// The second factors of these with which somebody who has proved a first one reaches the level.
    ///
    /// There are none where it is reached already.
    package func secondFactors(
        among factors: Set<SecondFactor>, after proved: Set<AuthenticationMethod>
    ) -> Set<SecondFactor> {
        guard !proved.isEmpty, !isReached(by: proved) else { return [] }
        return factors.filter { isReached(by: proved.union([$0.method])) }
    }

    /// The first factors of these that lead to the level, by themselves or before one of the second ones.
    ///
    /// None of them was proved before, and none is asked for in vain: there are none where the level is reached already,
    /// and where a second factor is all that is missing, only those that reach it by themselves. A code is a beginning
    /// and no more: a sign-in may begin with one to an address that nobody has verified or that resets the password, and
    /// only the second factors leave those out.
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
    /// What the level is called where the pool names it so, or does not name it.
    package func name(in configuration: [String: AcrLevelConfigType]?) -> String {
        configuration?[key]?.acrValue ?? "urn:cognito:loa:\(rawValue)"
    }

    fileprivate var key: String { "Level\(rawValue)" }
}

extension [String: AcrLevelConfigType] {
    /// The names of all levels, with the usual one for each that has none here; `nil` where none has.
    package var completed: Self? {
        guard !isEmpty else { return nil }
        return Dictionary(
            uniqueKeysWithValues: AuthenticationLevel.allCases.map {
                ($0.key, AcrLevelConfigType(acrValue: $0.name(in: self)))
            })
    }
}

extension UserPoolRecord {
    /// Whether the pool names levels, and all its tokens tell theirs.
    package var namesLevels: Bool { description.acrConfiguration?.isEmpty == false }

    /// What `acr` calls a level.
    package func name(of level: AuthenticationLevel) -> String { level.name(in: description.acrConfiguration) }

    /// The levels that a list with blanks between names, in its order; what names none is left out.
    package func levels(named names: String) -> [AuthenticationLevel] {
        let known = AuthenticationLevel.allCases.map { (level: $0, name: name(of: $0)) }
        return names.split(separator: " ").compactMap { name in known.first { $0.name == name }?.level }
    }
}
