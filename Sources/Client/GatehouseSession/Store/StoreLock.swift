// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The right to renew a stored session, which one holder has at a time.
///
/// It ends with its process or its last reference, unless it is released before.
package final class StoreLock: Sendable {
    /// The answer to an attempt to take a lock.
    package enum Attempt: Sendable {
        case held(StoreLock)
        /// Another holder has it.
        case taken
        /// The store has no lock, or it does not work at present.
        case unavailable
    }

    private let giveBack: Mutex<(@Sendable () -> Void)?>

    /// Creates a lock that is held.
    ///
    /// - Parameter giveBack: what releases it; called once.
    package init(_ giveBack: @escaping @Sendable () -> Void) {
        self.giveBack = Mutex(giveBack)
    }

    deinit { release() }

    /// Gives the lock to the next.
    package func release() {
        let giveBack = giveBack.withLock { giveBack in
            defer { giveBack = nil }
            return giveBack
        }
        giveBack?()
    }
}

/// Locks among the parts of this process, for stores that no other process has.
enum ProcessLock {
    private struct Place: Hashable {
        let store: String
        let key: String
    }

    private static let taken = Mutex<Set<Place>>([])

    /// Tries to take the lock of an item of the store of that name.
    static func attempt(store: String, key: String) -> StoreLock.Attempt {
        let place = Place(store: store, key: key)
        guard taken.withLock({ $0.insert(place).inserted }) else { return .taken }
        return .held(StoreLock { _ = taken.withLock { $0.remove(place) } })
    }
}

/// The right to write in a directory: one holder at a time, among all processes.
///
/// It ends with its process.
package enum FileLock {
    /// Waits for the lock and holds it while the body runs.
    ///
    /// Bodies are short, so that other holders do not wait long.
    static func hold(_ path: String, while body: () throws(FileFailure) -> Void) throws(FileFailure) {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0 { throw .last("open") }
        defer { release(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            if errno != EINTR { throw .last("flock") }
        }
        try body()
    }

    /// Takes the lock if it is free.
    ///
    /// - Returns: nil if another holder has it.
    package static func attempt(_ path: String) throws(FileFailure) -> StoreLock? {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0 { throw .last("open") }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let failure = FileFailure.last("flock")
            close(descriptor)
            if failure.code == EWOULDBLOCK { return nil }
            throw failure
        }
        return StoreLock { release(descriptor) }
    }

    /// Gives the lock to the next.
    private static func release(_ descriptor: Int32) {
        // Closing alone is not enough: a program that is being started still has a copy of the descriptor.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
