// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What an operation does with a user's account, for the rate limits of accounts.
///
/// `Models/rate-classes.tsv` has it for each operation.
package enum OperationAccess: Sendable, Equatable {
    /// Reading; signing in counts as reading, as in the service.
    case read
    case write
}
