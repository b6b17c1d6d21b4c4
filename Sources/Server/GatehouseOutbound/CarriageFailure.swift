// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Why a message was not taken over.
package enum CarriageFailure: Error, Equatable {
    /// For good: another attempt would be answered alike.
    case refused(String)
    /// For now: the other side could not be reached, was busy, or turned out to be set up wrongly.
    case postponed(String)
}
