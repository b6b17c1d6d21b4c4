// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

@testable import GatehouseServer

/// The end of a server with its standard input.
@Suite(.hangLimit) struct InputEndServiceTests {
    @Test func `the service ends with the input, whose bytes are ignored`() async throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("ignored\n".utf8))
        try pipe.fileHandleForWriting.close()
        try await InputEndService(pipe.fileHandleForReading.fileDescriptor).run()
    }

    @Test func `the service ends with a graceful shutdown while the input is open`() async throws {
        let pipe = Pipe()
        try await testGracefulShutdown { trigger in
            trigger.triggerGracefulShutdown()
            try await InputEndService(pipe.fileHandleForReading.fileDescriptor).run()
        }
        // Ends the thread that reads.
        try pipe.fileHandleForWriting.close()
    }
}
