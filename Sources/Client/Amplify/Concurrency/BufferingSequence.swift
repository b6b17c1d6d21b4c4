// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// A source of elements that says which of them are kept until they are read.
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
