// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What a session was restricted to when it began, and what it keeps in further sessions.
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
