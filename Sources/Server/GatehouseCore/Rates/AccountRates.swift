// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// The limits for reading and writing one user's account, for all callers together.
package struct AccountRates: Sendable {
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
    package func admits(_ access: OperationAccess, account: some Hashable) -> Bool {
        let buckets =
            switch access {
            case .read: reads
            case .write: writes
            }
        return buckets?.admits(account) ?? true
    }
}
