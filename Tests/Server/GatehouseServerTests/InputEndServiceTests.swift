// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTestSupport
import GatehouseTesting
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

@testable import GatehouseServer

/// The end of a server with its standard input.
@Suite(.hangLimit) struct InputEndServiceTests {
    private enum Event {
        /// The service has read bytes of the input.
        case read
        /// The service has ended.
        case end
    }

    private let pipe = Pipe()

    /// Runs the service on the pipe, with more bytes than a pipe holds, and calls `body` once the service has read some.
    /// - Returns: what happened, in its order.
    private func events(_ body: @escaping @Sendable () throws -> Void) async throws -> [Event] {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let service = InputEndService(pipe.fileHandleForReading.fileDescriptor)
        let run = Task {
            defer { continuation.yield(.end) }
            try await service.run()
        }
        Thread.detachNewThread { [pipe] in
            // Returns only when another thread has read the bytes for which the pipe has no room.
            try? pipe.fileHandleForWriting.write(contentsOf: Data(count: 1 << 20))
            continuation.yield(.read)
        }
        var seen: [Event] = []
        for await event in events {
            seen.append(event)
            if event == .end { break }
            try body()
        }
        try await run.value
        return seen
    }

    @Test func `the service ends with the input, whose bytes are ignored`() async throws {
        let seen = try await events { [pipe] in try pipe.fileHandleForWriting.close() }
        #expect(seen == [.read, .end])
    }

    @Test func `the service ends with a graceful shutdown while the input is open`() async throws {
        let seen = try await testGracefulShutdown { trigger in
            try await events { trigger.triggerGracefulShutdown() }
        }
        #expect(seen == [.read, .end])
        // Ends the thread that reads.
        try pipe.fileHandleForWriting.close()
    }
}
