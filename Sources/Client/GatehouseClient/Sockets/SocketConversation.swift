// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// A way in which a server breaks the protocol.
package enum SocketViolation: Error, Sendable, Hashable {
    /// A reserved bit, although no extension was agreed on.
    case reservedBits
    /// A frame of a reserved kind.
    case opcode
    /// A frame with a mask, which only clients send.
    case mask
    /// A control frame that is fragmented or longer than 125 bytes.
    case controlFrame
    /// A continuation without a beginning, or a message within another one.
    case fragment
    /// A text that is not UTF-8.
    case text
    /// A close frame with half a code, or with one that is never sent.
    case closeFrame

    /// A description of the error, in one sentence.
    var text: String {
        switch self {
        case .reservedBits: "The server used a reserved bit of a frame."
        case .opcode: "The server sent a frame of a reserved kind."
        case .mask: "The server sent a frame with a mask."
        case .controlFrame: "The server sent a control frame in fragments, or a long one."
        case .fragment: "The server sent the fragments of a message out of order."
        case .text: "The server sent a text that is not UTF-8."
        case .closeFrame: "The server sent a close frame with a wrong code."
        }
    }

    /// The code of the close frame that answers it.
    var closeCode: SocketCloseCode { self == .text ? .invalidText : .protocolError }
}

/// A frame from the server (RFC 6455, section 5.2), without its mask.
package struct SocketFrame: Sendable {
    /// The kinds of frames by their numbers.
    package enum Opcode: UInt8, Sendable {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10
    }

    let isFinal: Bool
    let hasReservedBits: Bool
    let isMasked: Bool
    let opcode: UInt8
    let payload: [UInt8]

    /// Creates a frame.
    package init(
        opcode: UInt8, payload: [UInt8], isFinal: Bool = true, hasReservedBits: Bool = false, isMasked: Bool = false
    ) {
        self.isFinal = isFinal
        self.hasReservedBits = hasReservedBits
        self.isMasked = isMasked
        self.opcode = opcode
        self.payload = payload
    }
}

/// The end of a conversation: the code and the reason of a closing handshake, or an error.
package typealias SocketEnd = Result<SocketClosure, SocketError>

/// What a client does with the frames of a server, and how both close: RFC 6455, sections 5 and 7, without I/O.
package struct SocketConversation: Sendable {
    /// What follows from a frame or an event.
    package enum Step: Sendable, Equatable {
        case nothing
        case deliver(SocketMessage)
        /// Send a pong with this payload.
        case pong([UInt8])
        /// The conversation is over; first send a close frame, if there is one.
        case end(SocketEnd, farewell: SocketClosure?)
    }

    private enum Phase {
        case open
        /// The client has sent its close frame.
        case closing(SocketClosure)
        case over
    }

    private struct Message {
        let isText: Bool
        var bytes: [UInt8]
    }

    private let limit: Int
    private var phase = Phase.open
    private var partial: Message?

    /// Begins after the handshake.
    ///
    /// - Parameter limit: the largest message that is accepted, in bytes.
    package init(messageLimit limit: Int) {
        self.limit = limit
    }

    /// Whether messages can be sent.
    package var isOpen: Bool {
        if case .open = phase { true } else { false }
    }

    /// Takes a frame from the server.
    package mutating func receive(_ frame: SocketFrame) -> Step {
        if case .over = phase { return .nothing }
        do throws(SocketError) {
            return try read(frame)
        } catch {
            return fail(error)
        }
    }

    /// Closes from the client's side.
    ///
    /// - Returns: whether a close frame is to be sent.
    package mutating func close(_ closure: SocketClosure) -> Bool {
        guard isOpen else { return false }
        phase = .closing(closure)
        partial = nil
        return true
    }

    /// Ends because of an error: of one that the reader of frames found, or because the connection ended.
    ///
    /// A server that ends the connection instead of answering a close frame has closed, too.
    package mutating func fail(_ error: SocketError) -> Step {
        defer { phase = .over }
        partial = nil
        switch phase {
        case .over: return .nothing
        case .closing(let closure): return .end(.success(closure), farewell: nil)
        case .open: return .end(.failure(error), farewell: Self.farewell(to: error))
        }
    }

    private static func farewell(to error: SocketError) -> SocketClosure? {
        switch error.problem {
        case .violation(let violation): SocketClosure(violation.closeCode)
        case .tooLarge: SocketClosure(.tooLarge)
        default: nil
        }
    }

    private mutating func read(_ frame: SocketFrame) throws(SocketError) -> Step {
        guard !frame.hasReservedBits else { throw SocketError(.violation(.reservedBits)) }
        guard !frame.isMasked else { throw SocketError(.violation(.mask)) }
        guard let opcode = SocketFrame.Opcode(rawValue: frame.opcode) else { throw SocketError(.violation(.opcode)) }
        switch opcode {
        case .continuation, .text, .binary: return try assemble(opcode, frame)
        case .close, .ping, .pong:
            guard frame.isFinal, frame.payload.count <= 125 else { throw SocketError(.violation(.controlFrame)) }
        }
        switch opcode {
        case .close: return try close(frame)
        // After the client's close frame, nothing else may follow.
        case .ping where isOpen: return .pong(frame.payload)
        default: return .nothing
        }
    }

    private mutating func close(_ frame: SocketFrame) throws(SocketError) -> Step {
        let closure: SocketClosure
        do throws(SocketViolation) {
            closure = try SocketClosure(payload: frame.payload)
        } catch {
            throw SocketError(.violation(error))
        }
        defer { phase = .over }
        return .end(.success(closure), farewell: isOpen ? SocketClosure(closure.code) : nil)
    }

    private mutating func assemble(
        _ opcode: SocketFrame.Opcode, _ frame: SocketFrame
    ) throws(SocketError) -> Step {
        // Messages on their way when the client closed have no reader any more.
        guard isOpen else { return .nothing }
        // A message begins exactly where none is incomplete.
        guard (partial == nil) == (opcode != .continuation) else { throw SocketError(.violation(.fragment)) }
        var message = partial ?? Message(isText: opcode == .text, bytes: [])
        partial = nil
        guard message.bytes.count + frame.payload.count <= limit else { throw SocketError(.tooLarge(limit: limit)) }
        message.bytes += frame.payload
        guard frame.isFinal else {
            partial = message
            return .nothing
        }
        guard message.isText else { return .deliver(.binary(Data(message.bytes))) }
        guard let text = String(validating: message.bytes, as: UTF8.self) else {
            throw SocketError(.violation(.text))
        }
        return .deliver(.text(text))
    }
}
