// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The right to write in a directory: one holder at a time, among all processes. It ends with its process.
struct FileLock: ~Copyable {
    private let descriptor: Int32

    /// Waits for the lock. Holders keep it for the time of one small write.
    init(path: String) throws(FileFailure) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0 { throw .last("open") }
        while flock(descriptor, LOCK_EX) != 0 {
            if errno == EINTR { continue }
            let failure = FileFailure.last("flock")
            close(descriptor)
            throw failure
        }
    }

    /// Gives the lock to the next.
    consuming func release() {
        close(descriptor)
    }
}
