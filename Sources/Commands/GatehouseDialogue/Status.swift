// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The exit status of a program.
package enum Status: Int32, Sendable {
    /// The last command succeeded, or there was no command.
    case done = 0
    /// The last command failed, was not finished when the input ended, or was not in the menu.
    case failed = 1
    /// The command line is wrong.
    case wrongUsage = 64
    /// The configuration is missing or cannot be used.
    case unusableConfiguration = 66
    /// The server cannot be reached.
    case unreachable = 69
}
