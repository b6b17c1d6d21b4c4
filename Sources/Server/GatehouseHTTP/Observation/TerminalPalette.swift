// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The colours of a terminal, or none.
struct TerminalPalette: Sendable {
    /// How a part of a line looks.
    enum Style: String {
        case plain = ""
        case strong = "1"
        case faint = "2"
        case warning = "33"
        case error = "31"
    }

    let isColoured: Bool

    /// Whether what is behind a file descriptor shows colours and its user has not refused them (no-color.org).
    static func isWanted(by descriptor: Int32) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(descriptor) == 1 && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }

    /// The text between the escape sequences of a style (ECMA-48, SGR).
    func styled(_ text: String, _ style: Style) -> String {
        isColoured && style != .plain ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}
