// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Why a question has no answer.
enum Ending: Error {
    /// The input has ended, or the person leaves.
    case leaving
    /// The person goes back, by an empty line.
    case goingBack
}
