// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

extension NSLocking {
    /// Calls the block while holding the lock.
    ///
    /// - Throws: the block's error.
    public func execute(_ block: BasicThrowableClosure) rethrows {
        try withLock { try block() }
    }

    /// Calls the block while holding the lock, and returns its result.
    ///
    /// - Throws: the block's error.
    public func execute<Output>(_ block: () throws -> Output) rethrows -> Output {
        try withLock { try block() }
    }
}

/// A closure without arguments and result.
public typealias BasicClosure = () -> Void

/// A closure without arguments and result, which may throw.
public typealias BasicThrowableClosure = () throws -> Void
