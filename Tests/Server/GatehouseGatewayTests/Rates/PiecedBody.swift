// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization

/// A body in pieces that counts the requested ones.
struct PiecedBody: AsyncSequence, Sendable {
    struct Iterator: AsyncIteratorProtocol {
        let body: PiecedBody
        var place = 0

        mutating func next() async throws -> Data? {
            guard place < body.pieces.count else {
                try await body.end()
                return nil
            }
            body.count.add(1)
            place += 1
            return Data(body.pieces[place - 1])
        }
    }

    private final class Count: Sendable {
        private let count = Mutex(0)

        var value: Int { count.withLock { $0 } }

        func add(_ number: Int) { count.withLock { $0 += number } }
    }

    private let pieces: [[UInt8]]
    private let end: @Sendable () async throws -> Void
    private let count = Count()

    /// Makes a body; `end` is awaited after the last piece.
    init(_ pieces: [[UInt8]], end: @escaping @Sendable () async throws -> Void = {}) {
        self.pieces = pieces
        self.end = end
    }

    /// The number of requested pieces.
    var read: Int { count.value }

    func makeAsyncIterator() -> Iterator { Iterator(body: self) }
}

/// A body of one piece whose end comes when the test says so.
struct HeldBody: Sendable {
    let pieces: PiecedBody
    private let taken: AsyncStream<Void>
    private let release: AsyncStream<Void>.Continuation

    init(_ piece: [UInt8]) {
        let (taken, take) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        self.taken = taken
        self.release = release
        pieces = PiecedBody([piece]) {
            take.yield()
            for await _ in released { break }
        }
    }

    /// Returns once the piece was read and its result is known.
    func wasTaken() async {
        for await _ in taken { break }
    }

    func end() { release.yield() }
}
