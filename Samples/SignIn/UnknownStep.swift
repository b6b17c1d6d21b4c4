// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A step of a sign-in that the program has no question for.
struct UnknownStep: Error, CustomStringConvertible {
    let name: String

    var description: String { "This program has no question for the step \(name)." }
}
