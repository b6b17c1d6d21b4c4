// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
