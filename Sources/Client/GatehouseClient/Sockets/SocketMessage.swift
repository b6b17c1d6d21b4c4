// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A message of a WebSocket.
package enum SocketMessage: Sendable, Equatable {
    case text(String)
    case binary(Data)

    /// The number of bytes on the wire, without the frame's head.
    package var size: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .binary(let data): data.count
        }
    }
}

/// What a reader of a WebSocket receives.
package enum SocketEvent: Sendable, Equatable {
    case message(SocketMessage)
    /// The closing handshake has taken place; the code and the reason are the server's.
    case closed(SocketClosure)
}
