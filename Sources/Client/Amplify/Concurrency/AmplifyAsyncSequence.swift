// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// A reference to a sequence that does not keep it alive.
public typealias WeakAmplifyAsyncSequenceRef<Element: Sendable> = WeakRef<AmplifyAsyncSequence<Element>>

/// A sequence whose elements are sent to it, for one reader.
///
/// Unchecked because the class is not final; the stream guards its own state, and the lock guards the rest.
public class AmplifyAsyncSequence<Element: Sendable>: AsyncSequence, Cancellable, @unchecked Sendable {
    /// Reads the elements.
    public typealias Iterator = AsyncStream<Element>.Iterator

    private let stream: AsyncStream<Element>
    private let continuation: AsyncStream<Element>.Continuation
    private let cancellation: SequenceCancellation

    /// Makes an empty sequence.
    ///
    /// - Parameters:
    ///   - parent: what `cancel()` also cancels, such as the operation that sends the elements.
    ///   - bufferingPolicy: which elements are kept until they are read.
    public init(
        parent: (any Cancellable)? = nil,
        bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded
    ) {
        cancellation = SequenceCancellation(parent: parent)
        (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: bufferingPolicy)
    }

    /// Whether `cancel()` was called.
    public var isCancelled: Bool { cancellation.isCancelled }

    /// Returns the reader.
    public func makeAsyncIterator() -> Iterator {
        stream.makeAsyncIterator()
    }

    /// Appends an element; without effect after the end.
    public func send(_ element: Element) {
        continuation.yield(element)
    }

    /// Ends the sequence after the elements that were sent.
    public func finish() {
        continuation.finish()
        cancellation.releaseParent()
    }

    /// Cancels the parent and ends the sequence.
    public func cancel() {
        cancellation.cancel()
        finish()
    }
}

/// A source of elements with a policy for elements that wait for their reader.
public protocol BufferingSequence {
    /// The type of the elements.
    associatedtype Element

    /// The policy for the elements that are kept.
    var bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy { get }
}

extension BufferingSequence {
    /// All of them.
    public var bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy { .unbounded }
}

extension BufferingSequence where Element == Progress {
    /// The newest one: an older progress has no use.
    public var bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy { .bufferingNewest(1) }
}

/// A reference to a sequence that does not keep it alive.
public typealias WeakAmplifyAsyncThrowingSequenceRef<Element: Sendable> = WeakRef<AmplifyAsyncThrowingSequence<Element>>

/// A sequence whose elements, and possibly an error, are sent to it, for one reader.
///
/// Unchecked because the class is not final; the stream guards its own state, and the lock guards the rest.
public class AmplifyAsyncThrowingSequence<Element: Sendable>: AsyncSequence, Cancellable, @unchecked Sendable {
    /// Reads the elements.
    public typealias Iterator = AsyncThrowingStream<Element, any Error>.Iterator

    private let stream: AsyncThrowingStream<Element, any Error>
    /// Sends elements without keeping the sequence alive; its `onTermination` is called when the reader has gone.
    package final let continuation: AsyncThrowingStream<Element, any Error>.Continuation
    private let cancellation: SequenceCancellation

    /// Makes an empty sequence.
    ///
    /// - Parameters:
    ///   - parent: what `cancel()` also cancels, such as the operation that sends the elements.
    ///   - bufferingPolicy: which elements are kept until they are read.
    public init(
        parent: (any Cancellable)? = nil,
        bufferingPolicy: AsyncThrowingStream<Element, any Error>.Continuation.BufferingPolicy = .unbounded
    ) {
        cancellation = SequenceCancellation(parent: parent)
        (stream, continuation) = AsyncThrowingStream.makeStream(of: Element.self, bufferingPolicy: bufferingPolicy)
    }

    /// Whether `cancel()` was called.
    public var isCancelled: Bool { cancellation.isCancelled }

    /// Returns the reader.
    public func makeAsyncIterator() -> Iterator {
        stream.makeAsyncIterator()
    }

    /// Appends an element; without effect after the end.
    public func send(_ element: Element) {
        continuation.yield(element)
    }

    /// Ends the sequence with an error, after the elements that were sent.
    public func fail(_ error: any Error) {
        continuation.finish(throwing: error)
        cancellation.releaseParent()
    }

    /// Ends the sequence after the elements that were sent.
    public func finish() {
        continuation.finish()
        cancellation.releaseParent()
    }

    /// Cancels the parent and ends the sequence.
    public func cancel() {
        cancellation.cancel()
        finish()
    }
}

/// The state of a sequence that can be cancelled together with its source.
///
/// Unchecked because a parent need not be sendable: the lock guards the reference, and `cancel` is called from any
/// thread by its purpose.
final class SequenceCancellation: @unchecked Sendable {
    private let lock = NSLock()
    private var parent: (any Cancellable)?
    private var wasCancelled = false

    init(parent: (any Cancellable)?) {
        self.parent = parent
    }

    var isCancelled: Bool {
        lock.withLock { wasCancelled }
    }

    /// Cancels the parent, once.
    func cancel() {
        lock.withLock { () -> (any Cancellable)? in
            defer { parent = nil }
            wasCancelled = true
            return parent
        }?.cancel()
    }

    func releaseParent() {
        lock.withLock { parent = nil }
    }
}
