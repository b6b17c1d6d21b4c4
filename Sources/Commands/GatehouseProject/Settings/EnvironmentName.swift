// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Names that the server gets with the environment at their end: a name that is short enough in the project can be too
/// long on the server.
package enum EnvironmentName {
    /// The most characters of the prefix of a domain: it is a label of DNS.
    private static let longestPrefix = 63
    /// The most characters of the name of a user pool.
    private static let longestPool = 128

    /// A name as an environment has it.
    package static func text(_ name: String, in environment: String) -> String { "\(name)-\(environment)" }

    /// Why the prefix of a domain cannot be used in an environment; `nil` if it can, or if no environment is known.
    package static func domainObstacle(_ prefix: String, in environment: String?) -> String? {
        obstacle("The domain prefix", prefix, in: environment, longest: longestPrefix)
    }

    /// Why the name of a user pool cannot be used in an environment; `nil` if it can, or if no environment is known.
    package static func poolObstacle(_ name: String, in environment: String?) -> String? {
        obstacle("The user pool name", name, in: environment, longest: longestPool)
    }

    private static func obstacle(
        _ kind: String, _ name: String, in environment: String?, longest: Int
    ) -> String? {
        guard let environment else { return nil }
        let whole = text(name, in: environment)
        let surplus = whole.unicodeScalars.count - longest
        guard surplus > 0 else { return nil }
        return "\(kind) \(name) is \(whole) in the environment \(environment), which has "
            + "\(longest + surplus) characters: \(longest) are the most, \(longest - environment.utf8.count - 1) "
            + "without the environment."
    }
}
