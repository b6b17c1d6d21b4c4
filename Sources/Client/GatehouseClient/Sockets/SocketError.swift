// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason why a WebSocket could not be opened, or ended without a closing handshake.
package struct SocketError: Error, Sendable {
    /// The ways in which a connection can fail.
    package enum Problem: Sendable, Hashable {
        /// The address is not one of a WebSocket.
        case badAddress
        /// A subprotocol is not a token, or is offered twice.
        case badSubprotocol
        /// A header that cannot be sent, or that the handshake sets itself; its name.
        case badHeader(String)
        /// No connection was made: name unknown, no route, connection refused.
        case unreachable
        /// The TLS handshake failed.
        case tls
        /// The handshake was not complete in time.
        case timedOut
        /// The calling task was cancelled.
        case cancelled
        /// The server answered the handshake with another status than 101.
        case refused(status: Int)
        /// The server's part of the handshake is wrong.
        case handshake(SocketHandshake.Fault)
        /// The connection broke without a close frame.
        case connectionLost
        /// The server broke the protocol.
        case violation(SocketViolation)
        /// The server sent a message above the limit, in bytes.
        case tooLarge(limit: Int)
        /// The connection was closed before.
        case closed
        /// The app was built without a library for WebSockets.
        case noSockets
    }

    package let problem: Problem
    /// The library's error; for debugging only, never part of a description.
    package let cause: (any Error)?

    /// Creates an error.
    package init(_ problem: Problem, cause: (any Error)? = nil) {
        self.problem = problem
        self.cause = cause
    }

    /// A description of the error, in one sentence.
    package var text: String {
        switch problem {
        case .badAddress: "The address is not one of a WebSocket."
        case .badSubprotocol: "A subprotocol is not a token, or is offered twice."
        case .badHeader(let name): "The header \(name) cannot be sent with a WebSocket's handshake."
        case .unreachable: "The server could not be reached."
        case .tls: "No secure connection could be made."
        case .timedOut: "The server did not complete the handshake in time."
        case .cancelled: "The call was cancelled."
        case .refused(let status): "The server refused the WebSocket with HTTP status \(status)."
        case .handshake(let fault): fault.text
        case .connectionLost: "The connection was lost."
        case .violation(let violation): violation.text
        case .tooLarge(let limit): "The server sent a message of more than \(limit) bytes."
        case .closed: "The connection is closed."
        case .noSockets: "This app was built without a library for WebSockets."
        }
    }

    /// One sentence that says how to mend it.
    package var cure: String {
        switch problem {
        case .badAddress: "Write it as wss://host[:port]/path, without user name, password and fragment."
        case .badSubprotocol: "Offer each name once, and without spaces, commas or other separators."
        case .badHeader: "Remove it; values have no line breaks, and the handshake sets its own headers."
        case .unreachable: "Check the address, and that the server runs and the network reaches it."
        case .tls: "Check that the certificate has the host's name, and that the system trusts its issuer."
        case .timedOut, .connectionLost: "Open a new connection."
        case .cancelled: "Call again if the result is still wanted."
        case .refused(status: 401), .refused(status: 403): "Check the credentials of the request."
        case .refused(status: 404): "Check the path of the address."
        case .refused(status: 429), .refused(status: 503): "Wait, and open the connection again."
        case .refused: "Check the address of the WebSocket, and the proxies in between: one of them may refuse it."
        case .handshake(.subprotocol): "Offer a subprotocol that the server speaks."
        case .handshake: "Check the address of the WebSocket, and the proxies in between: all of them must let it pass."
        case .violation: "Report it to the operator of the server, and open a new connection."
        case .tooLarge: "Request less in one message, or raise the limit of the request."
        case .closed: "Open a new connection."
        case .noSockets: "On Linux, build it with the package trait AsyncHTTPClient, which is enabled by default."
        }
    }
}

extension SocketError: Equatable {
    /// Compares what failed, but not the causes.
    package static func == (one: SocketError, other: SocketError) -> Bool { one.problem == other.problem }
}

extension SocketError: CustomStringConvertible {
    package var description: String { "\(text) \(cure)" }
}

extension SocketError {
    /// The error of a connection that failed as one of HTTP does.
    init(like kind: TransportError.Kind, cause: (any Error)? = nil) {
        let problem: Problem =
            switch kind {
            case .unreachable: .unreachable
            case .tls: .tls
            case .connectionLost, .tooLarge: .connectionLost
            case .timedOut: .timedOut
            case .cancelled: .cancelled
            case .badRequest: .badAddress
            }
        self.init(problem, cause: cause)
    }
}
