// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// The reason for the end of a WebSocket, as a number (RFC 6455, section 7.4).
package struct SocketCloseCode: RawRepresentable, Sendable, Hashable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The purpose of the connection is fulfilled.
    package static let normal = SocketCloseCode(rawValue: 1_000)
    /// One side goes away, for example because the server shuts down.
    package static let goingAway = SocketCloseCode(rawValue: 1_001)
    /// One side broke the protocol.
    package static let protocolError = SocketCloseCode(rawValue: 1_002)
    /// The close frame had no code; never sent.
    package static let none = SocketCloseCode(rawValue: 1_005)
    /// A text is not UTF-8.
    package static let invalidText = SocketCloseCode(rawValue: 1_007)
    /// One side broke a rule of the application.
    package static let policy = SocketCloseCode(rawValue: 1_008)
    /// A message exceeds the receiver's limit.
    package static let tooLarge = SocketCloseCode(rawValue: 1_009)
    /// The server met an unexpected condition.
    package static let serverError = SocketCloseCode(rawValue: 1_011)

    /// Whether a close frame may have the code: RFC 6455, the registry, a library or an application defines it.
    package var isSendable: Bool { WebSocketRules.maySend(status: rawValue) }
}

/// The end of a WebSocket: a code, and a reason for logs.
package struct SocketClosure: Sendable, Equatable {
    package let code: SocketCloseCode
    /// A text for logs, which no program should depend on.
    package let reason: String

    /// Creates a closure.
    package init(_ code: SocketCloseCode, reason: String = "") {
        self.code = code
        self.reason = reason
    }

    /// Reads the payload of a close frame.
    ///
    /// - Throws: the violation, if the payload is one byte, has a code that is never sent or a reason that is not UTF-8.
    init(payload: [UInt8]) throws(SocketViolation) {
        if payload.isEmpty {
            self.init(.none)
            return
        }
        guard payload.count > 1 else { throw .closeFrame }
        let code = SocketCloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
        guard code.isSendable else { throw .closeFrame }
        guard let reason = String(validating: payload.dropFirst(2), as: UTF8.self) else { throw .text }
        self.init(code, reason: reason)
    }

    /// The payload of the close frame: empty for a code that is never sent; a long reason is cut off between characters.
    package var payload: [UInt8] {
        guard code.isSendable else { return [] }
        return [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)] + WebSocketRules.fittingReason(reason).utf8
    }
}
