// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// How a route serves WebSockets (RFC 6455).
package struct SocketHandler: Sendable {
    /// The subprotocols that the route speaks, the preferred one first; without one, it ignores the client's.
    package let subprotocols: [String]
    /// Refuses a handshake with a response of HTTP; `nil` accepts it.
    package let refusal: @Sendable (Trip) async -> Outcome?
    /// Serves the messages of a connection until it ends; the connection closes with the result.
    package let serve: @Sendable (Trip, any SocketConnection) async -> SocketClose
    /// The status with which a shutdown of the server closes a connection.
    package let shutdownStatus: SocketClose

    /// Creates a handler.
    package init(
        subprotocols: [String] = [], shutdownStatus: SocketClose = .goingAway,
        refusal: @escaping @Sendable (Trip) async -> Outcome? = { _ in nil },
        serve: @escaping @Sendable (Trip, any SocketConnection) async -> SocketClose
    ) {
        self.subprotocols = subprotocols
        self.shutdownStatus = shutdownStatus
        self.refusal = refusal
        self.serve = serve
    }
}

/// The server's side of a WebSocket.
///
/// It answers pings, joins fragments, and checks that text is UTF-8. A message that waits for its reader stops further
/// reading. A client that does not read is cut off, and a shutdown closes the connection with the status of
/// the route's handler.
package protocol SocketConnection: Sendable {
    /// The subprotocol that both sides speak, if any.
    var subprotocol: String? { get }

    /// The next message; `nil` after the end of the connection. One task may wait for it.
    func next() async -> SocketMessage?

    /// Sends a message, and waits until the client's socket has taken it.
    /// - Throws: ``StreamEnded`` when the connection takes no more.
    func send(_ message: SocketMessage) async throws(StreamEnded)
}

/// A complete message of a WebSocket.
package enum SocketMessage: Sendable, Equatable {
    /// Text.
    case text(String)
    /// Bytes.
    case binary([UInt8])
}

/// The status and the reason with which a WebSocket closes (RFC 6455, section 7.4).
package struct SocketClose: Error, Sendable, Equatable {
    /// The status, such as 1000.
    package let code: UInt16
    /// The reason in UTF-8, of at most 123 bytes.
    package let reason: String

    /// Creates a status; a long reason is cut off between two code points.
    package init(_ code: UInt16, _ reason: String = "") {
        self.code = code
        self.reason = WebSocketRules.fittingReason(reason)
    }

    /// The purpose of the connection is fulfilled.
    package static let normal = SocketClose(1000)
    /// The server is shutting down.
    package static let goingAway = SocketClose(1001, "The server is shutting down.")
    /// The client breaks the rules of the protocol.
    package static func protocolError(_ reason: String) -> SocketClose { SocketClose(1002, reason) }
    /// Text is not UTF-8.
    package static let notText = SocketClose(1007, "The text is not UTF-8.")
    /// The client does not do what the server demands.
    package static func policy(_ reason: String) -> SocketClose { SocketClose(1008, reason) }
    /// A message is over the limit.
    package static func tooLarge(_ limit: Int) -> SocketClose {
        SocketClose(1009, "The message is longer than \(limit) bytes.")
    }
    /// The server failed.
    package static let failure = SocketClose(1011, "The server failed.")
    /// The server has no memory or no time.
    package static let tryAgain = SocketClose(1013, "The server is busy: try again.")
}
