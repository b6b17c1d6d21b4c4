// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The messages of a connection that no reader has received yet, and its end.
///
/// Readers receive in the order of their calls. A reader that leaves too many messages here stops the reading from the
/// network, which `mayRead` and `resumesReading` decide.
package final class SocketInbox: Sendable {
    private typealias Outcome = Result<SocketEvent, SocketError>

    private struct State {
        /// The newest messages, in their order.
        var newest: [SocketMessage] = []
        /// The oldest messages, the very oldest last, so that none of the others moves when it leaves.
        var oldest: [SocketMessage] = []
        var size = 0
        var end: SocketEnd?
        var readers: [(id: Int, continuation: CheckedContinuation<Outcome, Never>)] = []
        var lastID = 0
        var isPaused = false

        mutating func add(_ message: SocketMessage) {
            newest.append(message)
            size += message.size
        }

        mutating func take() -> SocketMessage? {
            if oldest.isEmpty { (oldest, newest) = (newest.reversed(), []) }
            let message = oldest.popLast()
            size -= message?.size ?? 0
            return message
        }
    }

    private let state = Mutex(State())
    private let mostMessages: Int
    private let mostBytes: Int

    /// Creates an empty inbox.
    ///
    /// - Parameters:
    ///   - messages: the number of messages from which it counts as full.
    ///   - bytes: the number of their bytes from which it counts as full.
    package init(messages: Int, bytes: Int) {
        mostMessages = max(1, messages)
        mostBytes = max(1, bytes)
    }

    /// Adds a message; after the end, it is discarded.
    package func offer(_ message: SocketMessage) {
        let reader: CheckedContinuation<Outcome, Never>? = state.withLock { state in
            guard state.end == nil else { return nil }
            if !state.readers.isEmpty { return state.readers.removeFirst().continuation }
            state.add(message)
            return nil
        }
        reader?.resume(returning: .success(.message(message)))
    }

    /// Sets the end, which readers receive after the messages; only the first one counts.
    package func finish(_ end: SocketEnd) {
        let readers = state.withLock { state in
            if state.end == nil { state.end = end }
            defer { state.readers = [] }
            return state.readers
        }
        for reader in readers { reader.continuation.resume(returning: Self.outcome(of: end)) }
    }

    /// Discards the messages that no reader has received.
    package func discard() {
        state.withLock { state in
            (state.newest, state.oldest, state.size) = ([], [], 0)
        }
    }

    /// The end, if there is one.
    package var end: SocketEnd? { state.withLock(\.end) }

    /// Whether there is room for what the network has; if not, reading pauses until `resumesReading` says so.
    package func mayRead() -> Bool {
        state.withLock { state in
            state.isPaused = !hasRoom(state)
            return !state.isPaused
        }
    }

    /// Whether reading has paused and there is room now; asked after each message that a reader received.
    package func resumesReading() -> Bool {
        state.withLock { state in
            guard state.isPaused, hasRoom(state) else { return false }
            state.isPaused = false
            return true
        }
    }

    /// Waits for the next message or the end.
    ///
    /// - Throws: the error that ended the connection, or `.cancelled`.
    package func receive() async throws(SocketError) -> SocketEvent {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let outcome = enter(id, continuation) { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            leave(id)
        }
        return try outcome.get()
    }

    /// Takes what is there, or registers a reader.
    private func enter(_ id: Int, _ continuation: CheckedContinuation<Outcome, Never>) -> Outcome? {
        state.withLock { state in
            if let message = state.take() { return .success(.message(message)) }
            if let end = state.end { return Self.outcome(of: end) }
            // Cancelled before it was registered: the cancellation would not find this reader any more.
            if Task.isCancelled { return .failure(SocketError(.cancelled)) }
            state.readers.append((id, continuation))
            return nil
        }
    }

    private func leave(_ id: Int) {
        let reader = state.withLock { state in
            state.readers.firstIndex { $0.id == id }.map { state.readers.remove(at: $0) }
        }
        reader?.continuation.resume(returning: .failure(SocketError(.cancelled)))
    }

    private func hasRoom(_ state: State) -> Bool {
        state.end != nil
            || (state.newest.count + state.oldest.count < mostMessages && state.size < mostBytes)
    }

    private static func outcome(of end: SocketEnd) -> Outcome { end.map { .closed($0) } }
}
