// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The colours for output on a terminal; without colours, text is unchanged.
struct TerminalPalette: Sendable {
    /// The style of a part of a line.
    enum Style: String {
        case plain = ""
        case strong = "1"
        case faint = "2"
        case warning = "33"
        case error = "31"
    }

    let isColoured: Bool

    /// Whether a file descriptor is a terminal that supports colours and `NO_COLOR` is not set (no-color.org).
    static func isWanted(by descriptor: Int32) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(descriptor) == 1 && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }

    /// The text between the escape sequences of a style (ECMA-48, SGR).
    func styled(_ text: String, _ style: Style) -> String {
        isColoured && style != .plain ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}
