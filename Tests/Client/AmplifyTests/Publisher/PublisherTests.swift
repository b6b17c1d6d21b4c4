// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Synchronization
import Testing

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

@Suite struct PublisherTests {
    /// Collects what a publisher emits, as text, until it completes.
    private func collect<Output: Sendable>(_ publisher: AnyPublisher<Output, any Error>) async -> [String] {
        let (events, continuation) = AsyncStream<String>.makeStream()
        let subscription = publisher.sink { completion in
            switch completion {
            case .finished: continuation.yield("finished")
            case .failure(let error): continuation.yield("\(error)")
            }
            continuation.finish()
        } receiveValue: { value in
            continuation.yield("\(value)")
        }
        defer { subscription.cancel() }
        return await events.reduce(into: []) { $0.append($1) }
    }

    @Test func `a value is published once`() async {
        let publisher = Amplify.Publisher.create { () async throws -> Int in 7 }
        #expect(await collect(publisher) == ["7", "finished"])
    }

    @Test func `an error is published as it is`() async {
        let publisher = Amplify.Publisher.create { () async throws -> Int in throw AuthError.signedOut("out", "") }
        #expect(await collect(publisher) == ["AuthError: out"])
    }

    @Test func `an operation that cannot fail publishes without an error`() async {
        let publisher: AnyPublisher<Int, Never> = Amplify.Publisher.create { () async -> Int in 7 }
        #expect(
            await collect(publisher.setFailureType(to: (any Error).self).eraseToAnyPublisher()) == ["7", "finished"])
    }

    @Test func `the work starts without a subscriber, and its value waits for one`() async {
        let (done, continuation) = AsyncStream<Void>.makeStream()
        let publisher = Amplify.Publisher.create { () async throws -> Int in
            continuation.yield()
            return 7
        }
        await done.first { _ in true }
        #expect(await collect(publisher) == ["7", "finished"])
    }

    @Test func `cancelling the subscription cancels the work`() async {
        let (never, _) = AsyncStream<Void>.makeStream()
        let (ended, continuation) = AsyncStream<Bool>.makeStream()
        let publisher = Amplify.Publisher.create { () async throws -> Void in
            for await _ in never {}
            continuation.yield(Task.isCancelled)
        }
        publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in }).cancel()
        #expect(await ended.first { _ in true } == true)
    }

    @Test func `the values of a sequence are published in order`() async {
        let sequence = AsyncStream<Int> { continuation in
            (0..<100).forEach { continuation.yield($0) }
            continuation.finish()
        }
        let expected = (0..<100).map(String.init) + ["finished"]
        #expect(await collect(Amplify.Publisher.create(sequence)) == expected)
    }

    @Test func `the error of a sequence is published after its values`() async {
        let sequence = AsyncThrowingStream<Int, any Error> { continuation in
            continuation.yield(1)
            continuation.finish(throwing: AuthError.signedOut("out", ""))
        }
        #expect(await collect(Amplify.Publisher.create(sequence)) == ["1", "AuthError: out"])
    }

    @Test func `cancelling the subscription cancels the sequence`() async {
        let (ended, continuation) = AsyncStream<Void>.makeStream()
        let sequence = CancellableSequence { continuation.yield() }
        Amplify.Publisher.create(sequence).sink(receiveCompletion: { _ in }, receiveValue: { _ in }).cancel()
        await ended.first { _ in true }
    }
}

/// A sequence that waits until it is cancelled.
private struct CancellableSequence: AsyncSequence, AmplifyCancellable, Sendable {
    private let stream: AsyncStream<Int>
    private let continuation: AsyncStream<Int>.Continuation
    private let onCancel: @Sendable () -> Void

    init(onCancel: @escaping @Sendable () -> Void) {
        (stream, continuation) = AsyncStream<Int>.makeStream()
        self.onCancel = onCancel
    }

    func makeAsyncIterator() -> AsyncStream<Int>.Iterator {
        stream.makeAsyncIterator()
    }

    func cancel() {
        onCancel()
        continuation.finish()
    }
}
