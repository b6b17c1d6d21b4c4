// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The restrictions of a session from its beginning, and the values that it keeps in further sessions.
package struct SessionScope: Sendable, Equatable {
    /// A policy in JSON that restricts the session; `nil` for none.
    package let policy: String?
    /// The ARNs of policies that restrict the session.
    package let policyARNs: [String]
    /// The identity that the session keeps in every further role.
    package let sourceIdentity: String?
    /// The keys of the session tags that stay in every further role.
    package let transitiveTagKeys: [String]

    /// Creates a scope; the default restricts nothing.
    package init(
        policy: String? = nil, policyARNs: [String] = [], sourceIdentity: String? = nil,
        transitiveTagKeys: [String] = []
    ) {
        self.policy = policy
        self.policyARNs = policyARNs
        self.sourceIdentity = sourceIdentity
        self.transitiveTagKeys = transitiveTagKeys
    }

    /// Whether a policy restricts the session.
    package var isRestricted: Bool { policy != nil || !policyARNs.isEmpty }
}

/// Session tags by the rules that hold for every source of them: requests, claims, assertions and the maps of pools.
///
/// Source: the IAM user guide, "Pass session tags in AWS STS".
package struct CheckedTags: Sendable, Equatable {
    /// The rule that tags break.
    package enum Flaw: Error, Equatable {
        /// A session has more than 50 tags.
        case tooMany
        /// A key has not 1 to 128 characters, or a value more than 256.
        case length
        /// Two keys differ only by case, or not at all.
        case repeatedKey
        /// A transitive key is not one of the tags.
        case unknownTransitiveKey
    }

    /// The most tags of a session.
    package static let maximumCount = 50
    /// The longest value, in characters.
    package static let maximumValue = 256
    /// The longest key, in characters.
    package static let maximumKey = 128

    /// The values by their keys.
    package let values: [String: String]
    /// The keys of the tags that stay in further roles, each once.
    package let transitiveKeys: [String]

    /// Checks tags; a key may occur twice in `transitive`.
    ///
    /// Policies ignore the case of a key, so with two such keys the value would be ambiguous.
    package init(
        _ tags: some Sequence<(key: String, value: String)>, transitive: [String] = []
    ) throws(Flaw) {
        var values: [String: String] = [:]
        var seen: Set<String> = []
        for (key, value) in tags {
            guard seen.count < Self.maximumCount else { throw .tooMany }
            guard (1...Self.maximumKey).contains(key.unicodeScalars.count),
                value.unicodeScalars.count <= Self.maximumValue
            else { throw .length }
            guard seen.insert(key.lowercased()).inserted else { throw .repeatedKey }
            values[key] = value
        }
        var transitiveKeys: [String] = []
        for key in transitive where !transitiveKeys.contains(key) {
            guard values[key] != nil else { throw .unknownTransitiveKey }
            transitiveKeys.append(key)
        }
        self.values = values
        self.transitiveKeys = transitiveKeys
    }
}
