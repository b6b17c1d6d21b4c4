// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

extension Amplify {
    /// Turns asynchronous calls into Combine publishers.
    public enum Publisher {
        /// Starts the call at once and publishes its result, on any thread.
        ///
        /// Cancelling the subscription cancels it.
        public static func create<Success>(
            _ operation: @escaping @Sendable () async throws -> Success
        ) -> AnyPublisher<Success, any Error> {
            let running = RunningTask()
            let future = Future<Success, any Error> { promise in
                let futurePromise = FuturePromise(fulfil: promise)
                running.hold(
                    Task {
                        do {
                            futurePromise.fulfil(.success(try await operation()))
                        } catch {
                            futurePromise.fulfil(.failure(error))
                        }
                    }
                )
            }
            return future.handleEvents(receiveCancel: running.cancel).eraseToAnyPublisher()
        }

        /// Starts the call at once and publishes its result, on any thread.
        ///
        /// Cancelling the subscription cancels it.
        public static func create<Success>(
            _ operation: @escaping @Sendable () async -> Success
        ) -> AnyPublisher<Success, Never> {
            let running = RunningTask()
            let future = Future<Success, Never> { promise in
                let futurePromise = FuturePromise(fulfil: promise)
                running.hold(Task { futurePromise.fulfil(.success(await operation())) })
            }
            return future.handleEvents(receiveCancel: running.cancel).eraseToAnyPublisher()
        }

        /// Starts to read the sequence at once and publishes its values, on any thread; those that come before the
        /// first subscriber wait for it.
        ///
        /// Cancelling the subscription cancels the reading, and the sequence if it can be.
        public static func create<Sequence: AsyncSequence>(
            _ sequence: Sequence
        ) -> AnyPublisher<Sequence.Element, any Error> {
            let reading = SequenceReading(sequence)
            return reading.publisher.handleEvents(receiveCancel: reading.cancel).eraseToAnyPublisher()
        }
    }
}

/// A future's promise, on its way into a task.
///
/// Unchecked because a promise is a plain closure; a future guards its state by a lock and may be fulfilled anywhere.
struct FuturePromise<Output, Failure: Error>: @unchecked Sendable {
    let fulfil: (Result<Output, Failure>) -> Void
}

/// The task behind a publisher.
///
/// An unstructured task, because a publisher's work is not bound to any caller's scope.
final class RunningTask: Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    func hold(_ task: Task<Void, Never>) {
        self.task.withLock { $0 = task }
    }

    func cancel() {
        task.withLock { $0 }?.cancel()
    }
}
