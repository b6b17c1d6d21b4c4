// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// With which status the program ends.
enum Status: Int32 {
    /// The last thing that was asked for is done, or nothing was asked for.
    case done = 0
    /// The last thing that was asked for failed, was not finished when the input ended, or was none of the menu.
    case failed = 1
    /// The command line is wrong.
    case wrongUsage = 64
    /// The configuration is missing or cannot be used.
    case unusableConfiguration = 66
    /// The server cannot be reached.
    case unreachable = 69
}
