// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A step whose result is not the expected one.
struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Ends the story if something is not as it should be.
func expect(_ condition: Bool, _ description: @autoclosure () -> String) throws {
    if !condition { throw Unexpected(description()) }
}
