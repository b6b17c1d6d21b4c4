// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Why the program does not start: one line that names the cure.
package struct StartupRefusal: Error, CustomStringConvertible, Equatable {
    /// The exit codes of `sysexits.h` that fit.
    package enum ExitCode: Int32, Sendable {
        /// What was asked for on the command line cannot be.
        case usage = 64
        /// A port or file that is needed cannot be had now.
        case unavailable = 69
        /// A file or folder cannot be made.
        case cannotCreate = 73
        /// A setting is missing, wrong or too weak.
        case configuration = 78
    }

    package let exitCode: ExitCode
    package let description: String

    /// Creates a refusal; control characters of names and paths in its text become blanks.
    package init(_ exitCode: ExitCode, _ description: String) {
        self.exitCode = exitCode
        let scalars = description.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        self.description = String(String.UnicodeScalarView(scalars))
    }
}
