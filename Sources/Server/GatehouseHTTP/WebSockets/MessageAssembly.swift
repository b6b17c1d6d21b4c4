// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseSites
import GatehouseWire
package import NIOCore
package import NIOWebSocket

/// Joins the frames of a client to messages, and checks the rules of RFC 6455, sections 5 and 7.
package struct MessageAssembly {
    /// What follows from a frame.
    package enum Event: Equatable {
        /// The frame is a part of a message that is not complete.
        case part
        /// A message is complete.
        case message(SocketMessage)
        /// The client asks for a pong with the same bytes.
        case ping(ByteBuffer)
        /// The client answers a ping.
        case pong
        /// The client closes the connection; the server answers with this status, or without one.
        case close(SocketClose?)
    }

    private enum Kind {
        case text
        case binary
    }

    /// The largest size of a message in bytes.
    package let limit: Int
    private var kind: Kind?
    private var bytes: [UInt8] = []

    /// Begins without a message.
    package init(limit: Int) {
        self.limit = limit
    }

    /// The bytes of the message that is not complete.
    package var size: Int { bytes.count }

    /// Adds a frame.
    /// - Throws: the status with which the connection closes, for a frame that breaks a rule.
    package mutating func add(_ frame: WebSocketFrame) throws(SocketClose) -> Event {
        guard frame.reservedBits.isEmpty else { throw .protocolError("No extension was negotiated.") }
        guard frame.maskKey != nil else { throw .protocolError("Frames of a client must be masked.") }
        let data = frame.unmaskedData
        switch frame.opcode {
        case .ping: return .ping(data)
        case .pong: return .pong
        case .connectionClose: return .close(try Self.close(data))
        case .text: return try begin(.text, data, isLast: frame.fin)
        case .binary: return try begin(.binary, data, isLast: frame.fin)
        case .continuation:
            guard kind != nil else { throw .protocolError("There is no message to continue.") }
            return try append(data, isLast: frame.fin)
        default: throw .protocolError("The opcode is reserved.")
        }
    }

    private mutating func begin(_ kind: Kind, _ data: ByteBuffer, isLast: Bool) throws(SocketClose) -> Event {
        guard self.kind == nil else { throw .protocolError("The message before is not complete.") }
        self.kind = kind
        return try append(data, isLast: isLast)
    }

    private mutating func append(_ data: ByteBuffer, isLast: Bool) throws(SocketClose) -> Event {
        guard bytes.count + data.readableBytes <= limit else { throw .tooLarge(limit) }
        bytes.append(contentsOf: data.readableBytesView)
        guard isLast, let kind else { return .part }
        defer {
            self.kind = nil
            bytes = []
        }
        switch kind {
        case .binary: return .message(.binary(bytes))
        case .text:
            guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
            return .message(.text(text))
        }
    }

    /// The status in a frame that closes the connection; `nil` without one (RFC 6455, section 5.5.1).
    private static func close(_ data: ByteBuffer) throws(SocketClose) -> SocketClose? {
        var data = data
        guard data.readableBytes > 0 else { return nil }
        guard let code = data.readInteger(as: UInt16.self) else { throw .protocolError("A status has two bytes.") }
        guard WebSocketRules.maySend(status: code) else { throw .protocolError("The status is not valid.") }
        guard let reason = String(validating: data.readableBytesView, as: UTF8.self) else { throw .notText }
        return SocketClose(code, reason)
    }
}
