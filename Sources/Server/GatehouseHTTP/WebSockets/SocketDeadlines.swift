// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import NIOCore

/// The deadlines of a WebSocket, computed from the events on it.
///
/// A client that sends nothing for a time gets a ping, and is cut off when it does not answer. One that does not read is
/// cut off as well, and one that does not answer the end of the connection.
package struct SocketDeadlines: Equatable {
    /// The action that is due.
    package enum Action: Equatable {
        /// Nothing.
        case none
        /// The client gets a ping.
        case ping
        /// The connection is cut off.
        case end
    }

    private let quiet: TimeAmount
    private let patience: TimeAmount
    private var heard: NIODeadline
    private var pinged: NIODeadline?
    private var oldestWrite: NIODeadline?
    private var writes = 0
    private var end: NIODeadline?

    /// Begins with a connection that has just changed to WebSockets.
    ///
    /// A ping follows `quiet` without a message, and every answer is due within `patience`.
    package init(quiet: TimeAmount, patience: TimeAmount, now: NIODeadline) {
        self.quiet = quiet
        self.patience = patience
        heard = now
    }

    /// Records that bytes of the client have arrived.
    package mutating func didHear(now: NIODeadline) {
        heard = now
        pinged = nil
    }

    /// Records that a frame was written to the socket.
    package mutating func didWrite(now: NIODeadline) {
        writes += 1
        if oldestWrite == nil { oldestWrite = now }
    }

    /// Records that the socket has taken the oldest frame.
    package mutating func didDeliver(now: NIODeadline) {
        writes -= 1
        oldestWrite = writes > 0 ? now : nil
    }

    /// Records that the server has begun to close the connection, which must end within a time.
    package mutating func didBeginClose(within time: TimeAmount, now: NIODeadline) {
        end = min(end ?? now + time, now + time)
    }

    /// The action that is due; a ping counts as sent.
    package mutating func action(now: NIODeadline) -> Action {
        if let end, end <= now { return .end }
        if let oldestWrite, oldestWrite + patience <= now { return .end }
        if let pinged { return pinged + patience <= now ? .end : .none }
        guard end == nil, heard + quiet <= now else { return .none }
        pinged = now
        return .ping
    }

    /// The time of the next look.
    package func next(now: NIODeadline) -> NIODeadline {
        let times = [end, oldestWrite.map { $0 + patience }, pinged.map { $0 + patience } ?? heard + quiet]
        return max(times.compactMap(\.self).min() ?? now + quiet, now)
    }
}
