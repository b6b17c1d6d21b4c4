// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

@Suite struct AmplifyAsyncSequenceTests {
    private struct Failure: Error {}

    private final class Parent: Cancellable {
        let cancellations = AtomicValue(initialValue: 0)

        func cancel() {
            _ = cancellations.increment()
        }
    }

    @Test func `elements arrive in order until the end`() async {
        let sequence = AmplifyAsyncSequence<Int>()
        (0..<3).forEach(sequence.send)
        sequence.finish()
        sequence.send(9)
        #expect(await sequence.reduce(into: []) { $0.append($1) } == [0, 1, 2])
        #expect(!sequence.isCancelled)
    }

    @Test func `the buffering policy says which elements are kept`() async {
        let sequence = AmplifyAsyncSequence<Int>(bufferingPolicy: .bufferingNewest(1))
        (0..<3).forEach(sequence.send)
        sequence.finish()
        #expect(await sequence.reduce(into: []) { $0.append($1) } == [2])
    }

    @Test func `cancelling ends the sequence and cancels the parent once`() async {
        let parent = Parent()
        let sequence = AmplifyAsyncSequence<Int>(parent: parent)
        sequence.send(1)
        sequence.cancel()
        sequence.cancel()
        #expect(sequence.isCancelled && parent.cancellations.get() == 1)
        #expect(await sequence.reduce(into: []) { $0.append($1) } == [1])
    }

    @Test func `a sequence that has ended does not cancel its parent`() {
        let parent = Parent()
        let sequence = AmplifyAsyncSequence<Int>(parent: parent)
        sequence.finish()
        sequence.cancel()
        #expect(sequence.isCancelled && parent.cancellations.get() == 0)
    }

    @Test func `a failure arrives after the elements`() async {
        let sequence = AmplifyAsyncThrowingSequence<Int>()
        sequence.send(1)
        sequence.fail(Failure())
        var received: [Int] = []
        await #expect(throws: Failure.self) {
            for try await element in sequence { received.append(element) }
        }
        #expect(received == [1])
    }

    @Test func `cancelling ends a throwing sequence without an error`() async throws {
        let parent = Parent()
        let sequence = AmplifyAsyncThrowingSequence<Int>(parent: parent)
        sequence.cancel()
        #expect(sequence.isCancelled && parent.cancellations.get() == 1)
        #expect(try await sequence.first { _ in true } == nil)
    }

    @Test func `a weak reference does not keep a sequence`() {
        var sequence: AmplifyAsyncSequence? = AmplifyAsyncSequence<Int>()
        let reference = WeakAmplifyAsyncSequenceRef(sequence)
        #expect(reference.value != nil)
        sequence = nil
        #expect(reference.value == nil)
    }

    @Test func `a block is called for each element, and its error ends the reading`() async throws {
        let sequence = AmplifyAsyncSequence<Int>()
        (1...3).forEach(sequence.send)
        sequence.finish()
        var received: [Int] = []
        await #expect(throws: Failure.self) {
            try await sequence.forEach { element in
                received.append(element)
                if element == 2 { throw Failure() }
            }
        }
        #expect(received == [1, 2])
    }

    @Test func `progress keeps only its newest value`() async {
        struct Reports: BufferingSequence { typealias Element = Progress }
        struct Values: BufferingSequence { typealias Element = Int }
        let (reports, reporter) = AsyncStream.makeStream(of: Progress.self, bufferingPolicy: Reports().bufferingPolicy)
        let (values, sender) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: Values().bufferingPolicy)
        for count in 1...3 {
            reporter.yield(Progress(totalUnitCount: Int64(count)))
            sender.yield(count)
        }
        reporter.finish()
        sender.finish()
        #expect(await reports.reduce(into: []) { $0.append($1.totalUnitCount) } == [3])
        #expect(await values.reduce(into: []) { $0.append($1) } == [1, 2, 3])
    }
}
