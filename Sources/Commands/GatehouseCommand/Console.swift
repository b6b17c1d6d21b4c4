// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseOutput

/// Lines for people, written at once even when the output is not a terminal; a slow reader does not delay the program.
enum Console {
    /// Writes a line to the standard output.
    static func say(_ text: String) {
        LineOutput.standardOutput.add(Array((text + "\n").utf8))
    }

    /// Writes an error to the standard error.
    static func complain(_ text: String) {
        LineOutput.standardError.add(Array((text + "\n").utf8))
    }
}
