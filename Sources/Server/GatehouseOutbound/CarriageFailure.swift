// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason why the receiving server did not accept a message.
package enum CarriageFailure: Error, Equatable {
    /// A permanent failure: another attempt would have the same result.
    case refused(String)
    /// A temporary failure: the server was unreachable, busy, or configured incorrectly.
    case postponed(String)
}
