// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Amplify {
    /// A log level; each level includes those before it.
    public enum LogLevel: Int, Codable, Comparable, Sendable {
        /// Nothing.
        case none

        /// Failures.
        case error

        /// Messages about a possible problem.
        case warn

        /// Messages about normal events.
        case info

        /// Messages for debugging.
        case debug

        /// Everything.
        case verbose

        /// Whether the left level logs less than the right one.
        public static func < (lhs: Self, rhs: Self) -> Bool {
            lhs.rawValue < rhs.rawValue
        }
    }
}

/// The level of a log entry, by the name that Amplify Swift has outside `Amplify`.
public typealias LogLevel = Amplify.LogLevel
