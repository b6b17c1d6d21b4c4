// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A system call that failed.
package struct FileFailure: Error, CustomStringConvertible {
    /// The name of the call.
    package let call: String
    /// The number of the error.
    package let code: Int32

    /// The system's text for the error, with the call and the number.
    package var description: String {
        "\(unsafe String(cString: strerror(code))) (\(call), error \(code))"
    }

    /// The failure of the call that has just returned.
    static func last(_ call: String) -> FileFailure {
        FileFailure(call: call, code: errno)
    }
}

/// The few operations on files that a store is made of; files belong to their owner alone.
package enum File {
    /// The content of a file, or nil if there is no such file.
    package static func read(_ path: String, limit: Int) throws(FileFailure) -> Data? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0 {
            if errno == ENOENT { return nil }
            throw .last("open")
        }
        defer { close(descriptor) }
        try requireOwner(of: descriptor)
        var content = Data()
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while content.count <= limit {
            let count = try repeating("read") {
                unsafe chunk.withUnsafeMutableBytes { unsafe systemRead(descriptor, $0) }
            }
            if count == 0 { return content }
            content.append(contentsOf: chunk.prefix(count))
        }
        throw FileFailure(call: "read", code: EFBIG)
    }

    /// Writes a new file, and returns when it is on disk.
    package static func write(_ data: Data, to path: String) throws(FileFailure) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0 { throw .last("open") }
        defer { close(descriptor) }
        if fchmod(descriptor, 0o600) != 0 { throw .last("fchmod") }
        var rest = [UInt8](data)[...]
        while !rest.isEmpty {
            rest = rest.dropFirst(
                try repeating("write") { unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0) } }
            )
        }
        if fsync(descriptor) != 0 { throw .last("fsync") }
    }

    /// Gives a file another name in the same folder; a file of that name is replaced.
    package static func rename(_ path: String, to new: String) throws(FileFailure) {
        if systemRename(path, new) != 0 { throw .last("rename") }
    }

    /// Removes a file; an absent file is not an error.
    package static func remove(_ path: String) throws(FileFailure) {
        if unsafe unlink(path) != 0, errno != ENOENT { throw .last("unlink") }
    }

    /// Makes a directory and its parents, with access for the owner only; an existing directory is not changed.
    package static func makeDirectory(_ path: String) throws(FileFailure) {
        if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        guard errno == ENOENT, !parent.isEmpty else { throw .last("mkdir") }
        try makeDirectory(parent)
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw .last("mkdir") }
    }

    /// Takes all access to a directory from other users.
    ///
    /// - Throws: if it belongs to another user, who could exchange the files in it.
    package static func keepToOwner(_ path: String) throws(FileFailure) {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 { throw .last("open") }
        defer { close(descriptor) }
        let status = try requireOwner(of: descriptor)
        if status.st_mode & 0o077 != 0, fchmod(descriptor, 0o700) != 0 { throw .last("fchmod") }
    }

    /// Refuses a file or directory of another user; the administrator may use all users' files.
    @discardableResult
    private static func requireOwner(of descriptor: Int32) throws(FileFailure) -> stat {
        var status = stat()
        if unsafe fstat(descriptor, &status) != 0 { throw .last("fstat") }
        let user = geteuid()
        if user != 0, status.st_uid != user { throw FileFailure(call: "fstat", code: EPERM) }
        return status
    }

    /// Returns when the names in a directory are on disk.
    package static func synchronize(directory path: String) throws(FileFailure) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { throw .last("open") }
        defer { close(descriptor) }
        if fsync(descriptor) != 0 { throw .last("fsync") }
    }

    /// Repeats a call that a signal interrupted.
    private static func repeating(_ name: String, _ call: () -> Int) throws(FileFailure) -> Int {
        while true {
            let count = call()
            if count >= 0 { return count }
            if errno != EINTR { throw .last(name) }
        }
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    unsafe read(descriptor, buffer.baseAddress, buffer.count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    unsafe write(descriptor, buffer.baseAddress, buffer.count)
}

private func systemRename(_ path: String, _ new: String) -> Int32 {
    unsafe rename(path, new)
}
