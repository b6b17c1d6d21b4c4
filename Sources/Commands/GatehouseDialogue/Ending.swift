// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason why a question has no answer.
package enum Ending: Error {
    /// The user leaves.
    case leaving
    /// The input has ended before the answer.
    case inputEnded
    /// The user goes back, with an empty line.
    case goingBack
}
