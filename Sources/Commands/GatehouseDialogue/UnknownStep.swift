// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A step of a sign-in that the program has no question for.
package struct UnknownStep: Error, CustomStringConvertible {
    let name: String

    /// Makes the error for a step.
    package init(name: String) {
        self.name = name
    }

    package var description: String { "This program has no question for the step \(name)." }
}
