// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Runs asynchronous blocks one after the other, in the order in which they were added.
public class TaskQueue<Success>: DefaultLogger {
    private let blocks: AsyncStream<@Sendable () async -> Void>.Continuation

    /// Makes an empty queue.
    ///
    /// Its task is unstructured, because the queue outlives any one caller; the task ends after the last block once
    /// the queue is released.
    public init() {
        let (stream, continuation) = AsyncStream.makeStream(of: (@Sendable () async -> Void).self)
        blocks = continuation
        Task {
            for await block in stream {
                await block()
            }
        }
    }

    deinit {
        blocks.finish()
    }

    /// Adds a block and waits for its result.
    ///
    /// - Throws: the block's error.
    public func sync(block: @Sendable @escaping () async throws -> Success) async throws -> Success {
        try await withCheckedThrowingContinuation { continuation in
            blocks.yield {
                do {
                    continuation.resume(returning: try await block())
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    /// Adds a block without waiting for it; an error is logged.
    public func async(block: @Sendable @escaping () async throws -> Success) {
        let category = String(describing: Self.self)
        blocks.yield {
            do {
                _ = try await block()
            } catch {
                Amplify.Logging.logger(forCategory: category).warn("A block of the queue failed: \(error)")
            }
        }
    }
}
