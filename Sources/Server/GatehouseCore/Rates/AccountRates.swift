// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// How often one user's account may be read and written, whoever asks.
package struct AccountRates: Sendable {
    /// What an operation does with the account it is about.
    package enum Access: Sendable, Equatable {
        /// Signing in counts as reading, as it does in the service.
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

    /// Everything is admitted.
    package static let unlimited = AccountRates(reads: nil, writes: nil)

    /// Whether one more request may be answered that is about `account`.
    package func admits(_ access: Access, account: some Hashable) -> Bool {
        let buckets =
            switch access {
            case .read: reads
            case .write: writes
            }
        return buckets?.admits(account) ?? true
    }
}
