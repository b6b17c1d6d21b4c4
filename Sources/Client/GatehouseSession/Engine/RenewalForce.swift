// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The parts of a session that a renewal requests even if they are still valid.
struct RenewalForce: Equatable {
    /// Renews whatever has expired, and nothing else.
    static let none = RenewalForce(tokens: false, credentials: false)
    /// Renews everything.
    static let all = RenewalForce(tokens: true, credentials: true)

    private(set) var tokens: Bool
    private(set) var credentials: Bool

    /// Drops the force of the parts that were replaced while the call was under way.
    ///
    /// They count as renewed for this call, as one renewal counts for all callers in a process that wait for it.
    /// Otherwise programs that share a store and force renewals at the same time would disturb each other again and
    /// again.
    ///
    /// - Parameters:
    ///   - former: the session when the round began.
    ///   - present: the session that has taken its place.
    mutating func drop(replacedIn former: SessionRecord?, by present: SessionRecord?) {
        if present?.user?.tokens != former?.user?.tokens { tokens = false }
        if present?.identity?.credentials != former?.identity?.credentials { credentials = false }
    }
}
