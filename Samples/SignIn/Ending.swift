// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Why a question has no answer.
enum Ending: Error {
    /// The person leaves.
    case leaving
    /// The input has ended before the answer.
    case inputEnded
    /// The person goes back, by an empty line.
    case goingBack
}
