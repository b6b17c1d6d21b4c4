// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The right to write in a directory: one holder at a time, among all processes.
///
/// It ends with its process.
enum FileLock {
    /// Waits for the lock and holds it while the body runs.
    ///
    /// Bodies are short, so that other holders do not wait long.
    static func hold(_ path: String, while body: () throws(FileFailure) -> Void) throws(FileFailure) {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0 { throw .last("open") }
        // Closing gives the lock to the next.
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            if errno != EINTR { throw .last("flock") }
        }
        try body()
    }

    /// Takes the lock if it is free.
    ///
    /// - Returns: nil if another holder has it.
    static func attempt(_ path: String) throws(FileFailure) -> StoreLock? {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0 { throw .last("open") }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let failure = FileFailure.last("flock")
            close(descriptor)
            if failure.code == EWOULDBLOCK { return nil }
            throw failure
        }
        // Closing gives the lock to the next.
        return StoreLock { close(descriptor) }
    }
}
