// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization

/// The lock of a data folder; the process that serves the folder holds it.
///
/// It is a lock of the operating system (`flock`), which ends with its process in any case. The locked file contains
/// the name of the process, for the error message of another one.
final class FolderLock: Sendable {
    private static let name = "gatehouse.lock"

    private let path: String
    /// Whether this process has created the file.
    private let isNew: Bool
    private let descriptor: Mutex<Int32?>

    /// Locks the existing folder; `holder` describes the server, for example `gatehouse dev on http://localhost:9229`.
    /// - Throws: `StartupRefusal` with the process that holds the lock, or with the file that cannot be created.
    init(folder: String, holder: String) throws(StartupRefusal) {
        let path = folder + "/" + Self.name
        var (file, isNew) = try Self.open(path)
        var failure = Self.lock(file)
        // The process that had the lock may have removed the file before this process got the lock.
        while failure == nil, !Self.isFile(file, at: path) {
            close(file)
            (file, isNew) = try Self.open(path)
            failure = Self.lock(file)
        }
        if let failure {
            guard failure.code == EWOULDBLOCK else {
                close(file)
                throw StartupRefusal(
                    .cannotCreate,
                    "\(path) cannot be locked: \(failure). The folder's file system has no locks: move the folder, with all "
                        + "of its files, to another one, and name it with --data-dir.")
            }
            let present = Self.text(in: file)
            close(file)
            throw StartupRefusal(
                .unavailable,
                "\(present ?? "Another process") uses the data folder \(folder): stop that process, or name the folder that "
                    + "you mean with --data-dir.")
        }
        Self.write("\(holder) (process \(getpid()))", to: file)
        self.path = path
        self.isNew = isNew
        descriptor = Mutex(file)
    }

    deinit { release() }

    /// Releases the lock.
    func release() {
        descriptor.withLock { descriptor in
            // Closing alone is not enough: a program that is being started still has a copy of the descriptor.
            if let file = descriptor {
                flock(file, LOCK_UN)
                close(file)
            }
            descriptor = nil
        }
    }

    /// Removes the file if this process has created it, and releases the lock.
    func withdraw() {
        // Under the lock, so that no other process has it; one that has opened the file sees that it is gone.
        if isNew, descriptor.withLock({ $0 != nil }) { unsafe unlink(path) }
        release()
    }

    /// The base URL of the server that has locked the folder; `nil` if no server has.
    static func address(ofServerIn folder: String) -> String? {
        let file = systemOpen(folder + "/" + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard flock(file, LOCK_SH | LOCK_NB) != 0 else {
            flock(file, LOCK_UN)
            return nil
        }
        guard errno == EWOULDBLOCK else { return nil }
        let words = (text(in: file) ?? "").split(separator: " ")
        guard words.count > 3, words[0] == "gatehouse", words[2] == "on" else { return nil }
        return String(words[3])
    }

    /// Opens the file, or creates it.
    private static func open(_ path: String) throws(StartupRefusal) -> (file: Int32, isNew: Bool) {
        // A program that the server starts must not inherit the lock, and a symbolic link must not redirect it to
        // another file.
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let new = systemOpen(path, flags | O_EXCL)
        if new >= 0 { return (new, true) }
        let file = errno == EEXIST ? systemOpen(path, flags) : new
        if file >= 0 { return (file, false) }
        let failure = SystemCallFailure.last("open")
        let folder = (path as NSString).deletingLastPathComponent
        throw StartupRefusal(
            .cannotCreate, "\(path) cannot be written: \(failure). \(Cure.text(for: failure, inDataFolder: folder))")
    }

    /// Whether an open file is the one at a path.
    private static func isFile(_ file: Int32, at path: String) -> Bool {
        var (present, status) = (stat(), stat())
        return unsafe fstat(file, &status) == 0 && stat(path, &present) == 0
            && status.st_dev == present.st_dev && status.st_ino == present.st_ino
    }

    /// Locks the file and returns the error, if any; `EWOULDBLOCK` means that another process has the lock.
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

    /// Writes the name of the process; a failure is ignored, because the lock is valid without it.
    private static func write(_ text: String, to file: Int32) {
        let bytes = Array((text + "\n").utf8)
        guard ftruncate(file, 0) == 0 else { return }
        _ = unsafe pwrite(file, bytes, bytes.count, 0)
    }
}

/// Calls the system's `open`, which the method of the same name hides.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
    unsafe open(path, flags, 0o600)
}
