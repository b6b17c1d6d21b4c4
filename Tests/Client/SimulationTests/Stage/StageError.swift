// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A simulation that does not come to its end.
enum StageError: Error {
    /// Somebody waits, and nobody is left who could end that.
    case stalled
    /// It goes on and on.
    case endless
}
