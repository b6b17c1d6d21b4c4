// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The limits for reading and writing one user's account, for all callers together.
package struct AccountRates: Sendable {
    /// The kind of access that an operation needs to the user's account.
    package enum Access: Sendable, Equatable {
        /// Reading; signing in counts as reading, as in the service.
        case read
        case write
    }

    private let reads: TokenBuckets?
    private let writes: TokenBuckets?

    /// Limits both kinds of access; `nil` leaves one unlimited.
    package init(reads: TokenBuckets?, writes: TokenBuckets?) {
        self.reads = reads
        self.writes = writes
    }

    /// Limits that admit every request.
    package static let unlimited = AccountRates(reads: nil, writes: nil)

    /// Counts one more request about `account`; returns `false` if the limit is reached.
    package func admits(_ access: Access, account: some Hashable) -> Bool {
        let buckets =
            switch access {
            case .read: reads
            case .write: writes
            }
        return buckets?.admits(account) ?? true
    }
}
