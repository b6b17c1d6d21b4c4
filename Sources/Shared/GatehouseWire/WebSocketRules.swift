// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The rules that both sides of a WebSocket share (RFC 6455).
package enum WebSocketRules {
    /// The text that follows the client's key in the computation of the server's answer (section 4.2.2).
    package static let keySuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    /// The longest reason in bytes: a frame of control has at most 125, of which the status takes two.
    private static let longestReason = 123

    /// Whether a frame may have a status: the standard, the register of IANA, a library or an application defines it
    /// (section 7.4).
    package static func maySend(status: UInt16) -> Bool {
        switch status {
        case 1_000...1_003, 1_007...1_014, 3_000...4_999: true
        default: false
        }
    }

    /// The beginning of a reason that a frame can carry, cut off between two code points.
    package static func fittingReason(_ reason: String) -> String {
        guard reason.utf8.count > longestReason else { return reason }
        var fitting = String.UnicodeScalarView()
        var room = longestReason
        for scalar in reason.unicodeScalars {
            room -= UTF8.width(scalar)
            guard room >= 0 else { break }
            fitting.append(scalar)
        }
        return String(fitting)
    }
}
