// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The failure of a system call.
struct SystemCallFailure: Error, CustomStringConvertible {
    let call: String
    let code: Int32

    var description: String {
        "\(unsafe String(cString: strerror(code))) (\(call), error \(code))"
    }

    /// The failure of the call that has just returned.
    static func last(_ call: String) -> SystemCallFailure {
        SystemCallFailure(call: call, code: errno)
    }
}

/// Writes files that other users can never read.
enum PrivateFile {
    /// Writes a file atomically: the content goes to a new file, which then replaces the old one.
    ///
    /// A crash leaves at most the new file, which has the suffix `.new`, and which the next call removes.
    static func write(_ content: Data, to path: String) throws(SystemCallFailure) {
        let new = path + ".new"
        if unsafe unlink(new) != 0, errno != ENOENT { throw .last("unlink") }
        try create(new, with: content)
        if systemRename(new, path) != 0 { throw .last("rename") }
    }

    /// Renames a file, which replaces one of the new name; returns after the names are on disk.
    static func rename(_ path: String, to new: String) throws(SystemCallFailure) {
        if systemRename(path, new) != 0 { throw .last("rename") }
        let folder = (new as NSString).deletingLastPathComponent
        try sync(folder: folder.isEmpty ? "." : folder)
    }

    /// Returns after a file's content is on disk; this process must not have it open as a database.
    static func sync(file: String) throws(SystemCallFailure) {
        try sync(file, O_RDONLY)
    }

    /// Returns after the names of a folder's files are on disk.
    static func sync(folder: String) throws(SystemCallFailure) {
        try sync(folder, O_RDONLY | O_DIRECTORY)
    }

    private static func sync(_ path: String, _ flags: Int32) throws(SystemCallFailure) {
        let descriptor = unsafe open(path, flags | O_CLOEXEC)
        if descriptor < 0 { throw .last("open") }
        defer { close(descriptor) }
        if fsync(descriptor) != 0 { throw .last("fsync") }
    }

    /// Creates a file; returns after its content is on disk.
    private static func create(_ path: String, with content: Data) throws(SystemCallFailure) {
        let file = try NewPrivateFile(path)
        try file.append([UInt8](content))
        try file.sync()
    }
}

/// A new file that other users can never read, which is written in parts.
final class NewPrivateFile: Sendable {
    private let descriptor: Int32

    /// Creates the file, which must not exist.
    init(_ path: String) throws(SystemCallFailure) {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if file < 0 { throw .last("open") }
        descriptor = file
    }

    deinit { close(descriptor) }

    /// Writes bytes at the end of the file.
    func append(_ bytes: [UInt8]) throws(SystemCallFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0) }
            if count < 0, errno != EINTR { throw .last("write") }
            rest = rest.dropFirst(max(0, count))
        }
    }

    /// Removes all content.
    func clear() throws(SystemCallFailure) {
        if ftruncate(descriptor, 0) != 0 { throw .last("ftruncate") }
        if lseek(descriptor, 0, SEEK_SET) != 0 { throw .last("lseek") }
    }

    /// Returns after the content is on disk.
    func sync() throws(SystemCallFailure) {
        if fsync(descriptor) != 0 { throw .last("fsync") }
    }
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    unsafe write(descriptor, buffer.baseAddress, buffer.count)
}

private func systemRename(_ path: String, _ new: String) -> Int32 {
    unsafe rename(path, new)
}
