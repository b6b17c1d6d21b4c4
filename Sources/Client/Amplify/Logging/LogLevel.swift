// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Amplify {
    /// How much is logged; each level includes those before it.
    public enum LogLevel: Int, Codable, Comparable, Sendable {
        /// Nothing.
        case none

        /// Failures.
        case error

        /// What may be wrong.
        case warn

        /// What is worth knowing.
        case info

        /// What helps to find a mistake.
        case debug

        /// Everything.
        case verbose

        /// Whether the left level logs less than the right one.
        public static func < (lhs: Self, rhs: Self) -> Bool {
            lhs.rawValue < rhs.rawValue
        }
    }
}

/// How much is logged.
public typealias LogLevel = Amplify.LogLevel
