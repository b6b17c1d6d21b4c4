// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization

/// The lock of a data folder, held by the one process that serves it.
///
/// It is a lock of the operating system (`flock`), which ends with its process in whatever way that ends. The locked file
/// names the process, for the refusal of another one.
final class FolderLock: Sendable {
    private static let name = "gatehouse.lock"

    private let descriptor: Mutex<Int32?>

    /// Locks the folder, which exists; `holder` is the server in words, such as `gatehouse dev on http://localhost:9229`.
    /// - Throws: `StartupRefusal` that names the process that has the lock, or the file that cannot be made.
    init(folder: String, holder: String) throws(StartupRefusal) {
        let path = folder + "/" + Self.name
        // A program that the server starts must not inherit the lock, and a link must not lead it to another file.
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            throw StartupRefusal(
                .cannotCreate, "\(path) cannot be written: choose a folder you may write to with --data-dir.")
        }
        if let failure = Self.lock(file) {
            guard failure.code == EWOULDBLOCK else {
                close(file)
                throw StartupRefusal(
                    .cannotCreate,
                    "\(path) cannot be locked: \(failure). The folder's file system has no locks: choose a folder on "
                        + "another one with --data-dir.")
            }
            let present = Self.text(in: file)
            close(file)
            throw StartupRefusal(
                .unavailable,
                "\(present ?? "Another process") uses the data folder \(folder): stop that process, or choose another "
                    + "folder with --data-dir.")
        }
        Self.write("\(holder) (process \(getpid()))", to: file)
        descriptor = Mutex(file)
    }

    deinit { release() }

    /// Ends the lock.
    func release() {
        descriptor.withLock { descriptor in
            // A closed file has no lock.
            if let file = descriptor { close(file) }
            descriptor = nil
        }
    }

    /// Locks the file, and returns why that failed, if it did; `EWOULDBLOCK` means that another process has the lock.
    private static func lock(_ file: Int32) -> SystemCallFailure? {
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            if errno != EINTR { return .last("flock") }
        }
        return nil
    }

    private static func text(in file: Int32) -> String? {
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = unsafe pread(file, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        let line = String(decoding: buffer.prefix(count).prefix { $0 != 0x0A }, as: UTF8.self)
        return line.isEmpty ? nil : line
    }

    /// The lock holds without the text, which only helps to find the process.
    private static func write(_ text: String, to file: Int32) {
        let bytes = Array((text + "\n").utf8)
        guard ftruncate(file, 0) == 0 else { return }
        _ = unsafe pwrite(file, bytes, bytes.count, 0)
    }
}
