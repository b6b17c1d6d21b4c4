// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOCore
import NIOHTTP1

/// The body of the request that a connection is reading, in the pieces in which it arrives.
///
/// It can be read once. A connection that ends within a body ends the body.
struct RequestPieces: AsyncSequence, @unchecked Sendable {
    typealias Parts = NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator

    /// The parts after the request's head.
    ///
    /// All copies of the iterator read the same stream; one task uses them, so the
    /// sequence can be declared as `Sendable`.
    let parts: Parts

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(parts: parts) }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var parts: Parts
        private var isOver = false

        fileprivate init(parts: Parts) {
            self.parts = parts
        }

        @concurrent mutating func next() async throws -> ByteBufferView? {
            guard !isOver, let part = try await parts.next() else { return nil }
            switch part {
            case .body(let piece): return piece.readableBytesView
            case .end:
                isOver = true
                return nil
            case .head: throw UnexpectedPart()
            }
        }
    }
}

/// The parts of an HTTP/1 message are not in their order.
struct UnexpectedPart: Error {}
