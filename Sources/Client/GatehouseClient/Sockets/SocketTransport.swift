// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The way to WebSockets (RFC 6455), beside `Transport`.
///
/// A conformer offers no extension, so messages are never compressed. It follows no redirects and keeps no cookies.
package protocol SocketTransport: Sendable {
    /// Opens a connection.
    ///
    /// - Parameter request: the address, the subprotocols and the bounds.
    /// - Returns: the connection, after the server's handshake has passed every check.
    /// - Throws: `SocketError`; `.timedOut` when the request's time for the handshake is over, `.cancelled` when the task
    ///   is cancelled.
    func open(_ request: SocketRequest) async throws(SocketError) -> any SocketConnection
}

/// One open WebSocket.
///
/// Pings are answered without the reader. A reader that does not receive stops the reading from the network as soon as
/// the queue is full, so that the server has to wait. A connection that nothing refers to any more is closed.
package protocol SocketConnection: AnyObject, Sendable {
    /// The subprotocol that the server chose; nil if the request offered none.
    var subprotocol: String? { get }

    /// Waits for the next message, or for the end.
    ///
    /// A call whose task is cancelled takes no message; the connection stays open.
    ///
    /// - Returns: a message; `.closed` at the end and from then on.
    /// - Throws: `SocketError` when the connection ended without a closing handshake, or when the task is cancelled.
    func receive() async throws(SocketError) -> SocketEvent

    /// Sends a message, and returns when the system has taken all of it.
    ///
    /// - Parameter message: the message, of any length.
    /// - Throws: `SocketError`; `.closed` after the end. After `.cancelled`, the message may still be sent.
    func send(_ message: SocketMessage) async throws(SocketError)

    /// Closes the connection: sends a close frame and waits for the server's, within the request's time for that.
    ///
    /// Messages that nothing has received are discarded. A cancelled call does not wait any longer.
    ///
    /// - Parameter closure: the code and the reason for the server.
    func close(_ closure: SocketClosure) async
}

extension SocketConnection {
    /// Closes the connection because its purpose is fulfilled.
    package func close() async {
        await close(SocketClosure(.normal))
    }
}
