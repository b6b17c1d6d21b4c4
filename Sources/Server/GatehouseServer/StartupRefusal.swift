// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway

/// The reason why the program does not start, in one line with the corrective action; lines with details may follow.
package struct StartupRefusal: Error, CustomStringConvertible, Equatable {
    /// The exit codes, from `sysexits.h`.
    package enum ExitCode: Int32, Sendable {
        /// The command line is not valid.
        case usage = 64
        /// A file's content is damaged.
        case damaged = 65
        /// A required port or file is not available.
        case unavailable = 69
        /// A file or folder cannot be created.
        case cannotCreate = 73
        /// A setting is missing, invalid or too weak.
        case configuration = 78
    }

    package let exitCode: ExitCode
    package let description: String
    /// Further lines, such as the errors of a file.
    package let details: [String]

    /// Creates a refusal; characters that could control a terminal are replaced in its text.
    package init(_ exitCode: ExitCode, _ description: String, details: [String] = []) {
        self.exitCode = exitCode
        self.description = VisibleText.of(description)
        self.details = details.map { VisibleText.of($0) }
    }
}
