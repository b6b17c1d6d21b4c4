// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import Synchronization

/// The assertions that were used for a sign-in, so that each is used once (SAML profiles, section 4.1.4.5).
///
/// Identity pools do not use it: their clients send the same assertion with each call while it is valid.
package final class AssertionUses: Sendable {
    private struct Use: Hashable {
        let issuer: String
        let id: String
    }

    private let maximum: Int
    private let uses = Mutex<[Use: Date]>([:])

    /// Creates an empty list that holds at most `maximum` assertions at a time.
    package init(maximum: Int = 100_000) {
        self.maximum = maximum
    }

    /// Notes the use of an assertion until its end.
    /// - Throws: `replayed` for a second use, and where so many assertions are noted that one more cannot be.
    package func use(_ assertion: SAMLAssertion, at now: Date) throws(SAMLFault) {
        let use = Use(issuer: assertion.issuer, id: assertion.id)
        let isFirst = uses.withLock { uses in
            if uses.count >= maximum { uses = uses.filter { $0.value > now } }
            guard uses[use] == nil, uses.count < maximum else { return false }
            uses[use] = assertion.acceptedUntil
            return true
        }
        guard isFirst else { throw .replayed }
    }
}
