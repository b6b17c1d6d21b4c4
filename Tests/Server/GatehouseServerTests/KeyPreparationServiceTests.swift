// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseServer
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseTesting
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

@Suite(.hangLimit) struct KeyPreparationServiceTests {
    private struct NoKeys: SigningKeySource {
        private struct Failure: Error {}
        let calls: AsyncStream<Void>.Continuation

        func next() throws -> RSASigningKey {
            calls.yield()
            throw Failure()
        }
    }

    /// Runs the service until its source was called for a key, and ends it gracefully.
    private func run(_ service: KeyPreparationService, until calls: AsyncStream<Void>) async throws {
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup { group in
                group.addTask { try await service.run() }
                _ = await calls.first { _ in true }
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
    }

    @Test func `a failure is logged, and the service runs on until a graceful shutdown`() async throws {
        let (calls, call) = AsyncStream.makeStream(of: Void.self)
        let lines = LogLines()
        let keys = PreparedSigningKeys(from: NoKeys(calls: call))
        try await run(KeyPreparationService(keys, logger: lines.logger), until: calls)
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.hasPrefix("warning Signing keys could not be prepared") == true)
    }

    private struct Keys: SigningKeySource {
        let calls: AsyncStream<Void>.Continuation

        func next() throws -> RSASigningKey {
            calls.yield()
            return try RSASigningKey.generate()
        }
    }

    @Test func `a shutdown does not wait for a full stock`() async throws {
        let (calls, call) = AsyncStream.makeStream(of: Void.self)
        let lines = LogLines()
        let keys = PreparedSigningKeys(capacity: .max, from: Keys(calls: call))
        try await run(KeyPreparationService(keys, logger: lines.logger), until: calls)
        #expect(lines.all.isEmpty)
    }

    @Test func `keys are made when the server listens, and a shutdown before that makes none`() async throws {
        let (calls, call) = AsyncStream.makeStream(of: Void.self)
        let (listening, begin) = AsyncStream.makeStream(of: Void.self)
        let keys = PreparedSigningKeys(capacity: 1, from: Keys(calls: call))
        let lines = LogLines()
        begin.yield()
        try await run(KeyPreparationService(keys, after: listening, logger: lines.logger), until: calls)

        let (none, made) = AsyncStream.makeStream(of: Void.self)
        let silent = AsyncStream.makeStream(of: Void.self)
        let waiting = KeyPreparationService(
            PreparedSigningKeys(capacity: 1, from: Keys(calls: made)), after: silent.stream, logger: lines.logger)
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup { group in
                group.addTask { try await waiting.run() }
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
        made.finish()
        let first: Void? = await none.first { _ in true }
        #expect(first == nil)
    }
}
