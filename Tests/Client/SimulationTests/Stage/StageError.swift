// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A simulation that does not come to its end.
enum StageError: Error {
    /// A task waits, and no other task or timer is left that could resume it.
    case stalled
    /// The simulation does not end.
    case endless
}
