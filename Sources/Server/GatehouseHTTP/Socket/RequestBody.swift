// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseSites
import NIOCore
import Synchronization

/// The body of a request, in the pieces in which it arrives.
///
/// The connection adds pieces on its event loop; one task takes them, each once.
package final class RequestBody: AsyncSequence, Sendable {
    /// Takes the pieces; all iterators of a body share them.
    package struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let body: RequestBody

        /// The bytes that have arrived since the last piece; `nil` at the end.
        package mutating func next() async throws -> Data? { try await body.next() }
    }

    private struct State {
        /// The bytes that were not taken yet.
        var waiting = Data()
        /// The end of the body: complete, or broken off.
        var end: Result<Void, any Error>?
        /// The task that waits for more bytes.
        var reader: CheckedContinuation<Data?, any Error>?

        /// What a reader gets now; `nil` if it has to wait.
        mutating func take() -> Result<Data?, any Error>? {
            guard waiting.isEmpty else {
                defer { waiting = Data() }
                return .success(waiting)
            }
            return end.map { end in end.map { nil } }
        }
    }

    /// The number of waiting bytes with which the connection reads no more.
    static let capacity = BodyBudget.shortBody

    private let state = Mutex(State())
    /// The function that is called when a full body has space again.
    private let didEmpty: @Sendable () -> Void

    /// Creates a body of which `beginning` has arrived.
    init(_ beginning: Data = Data(), didEmpty: @escaping @Sendable () -> Void) {
        self.didEmpty = didEmpty
        if !beginning.isEmpty { state.withLock { $0.waiting = beginning } }
    }

    /// Whether so many bytes wait that the connection should read no more.
    var isFull: Bool { state.withLock { $0.waiting.count >= Self.capacity } }

    /// Adds a piece; its bytes are copied, so that the memory into which the socket reads is free again.
    func append(_ piece: ByteBuffer) {
        deliver { state in state.waiting.append(contentsOf: piece.readableBytesView) }
    }

    /// Ends the body: after `failure`, the reader gets this error instead of an end.
    func end(_ failure: (any Error)? = nil) {
        deliver { state in
            if state.end == nil { state.end = failure.map { .failure($0) } ?? .success(()) }
        }
    }

    private func deliver(_ change: (inout State) -> Void) {
        let delivery = state.withLock { state -> (CheckedContinuation<Data?, any Error>, Result<Data?, any Error>)? in
            change(&state)
            guard let reader = state.reader, let result = state.take() else { return nil }
            state.reader = nil
            return (reader, result)
        }
        if let (reader, result) = delivery { reader.resume(with: result) }
    }

    private func next() async throws -> Data? {
        let (result, wasFull) = state.withLock { state in
            let wasFull = state.waiting.count >= Self.capacity
            return (state.take(), wasFull)
        }
        if wasFull { didEmpty() }
        if let result { return try result.get() }
        return try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state in
                let result = state.take()
                if result == nil { state.reader = continuation }
                return result
            }
            if let result { continuation.resume(with: result) }
        }
    }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }
}
