// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What one command writes into a project, collected before anything is written.
///
/// `backend-config.json` names the resources: it is written last and thus only when their files are complete. Removals
/// follow it, so that it never names a resource without files.
package struct FileChanges: Sendable, Equatable {
    /// The content of a file, or that it is removed.
    package enum Change: Sendable, Equatable {
        /// The new content; `isProgram` says whether the file may be run.
        case write([UInt8], isProgram: Bool)
        /// The file or folder is removed with all its content.
        case remove
    }

    /// The changes by the paths of the files.
    package private(set) var changes: [String: Change] = [:]

    /// Makes an empty collection.
    package init() {}

    /// Whether nothing changes.
    package var isEmpty: Bool { changes.isEmpty }

    /// Writes a file.
    package mutating func write(_ bytes: [UInt8], to path: String, isProgram: Bool = false) {
        changes[path] = .write(bytes, isProgram: isProgram)
    }

    /// Writes a document.
    package mutating func write(_ document: JSONDocument, to path: String) {
        write(document.bytes, to: path)
    }

    /// Removes a file, or a folder with its content.
    package mutating func remove(_ path: String) {
        changes[path] = .remove
    }

    /// Adds the changes of another collection, which win.
    package mutating func formUnion(_ other: FileChanges) {
        changes.merge(other.changes) { $1 }
    }

    /// The paths in the order in which they are written.
    package var paths: [String] {
        changes.keys.sorted { left, right in
            (rank(left), left) < (rank(right), right)
        }
    }

    private func rank(_ path: String) -> Int {
        if changes[path] == .remove { return 2 }
        return path == ProjectPaths.backendConfig ? 1 : 0
    }
}

extension ProjectFolder {
    /// Whether the changes of a command would change a file.
    ///
    /// - Throws: `ProjectFault` if a file cannot be read.
    package func isChanged(by changes: FileChanges) throws(ProjectFault) -> Bool {
        for (path, change) in changes.changes {
            switch change {
            case .write(let bytes, _): if try self.bytes(path) != bytes { return true }
            case .remove: if try isThere(path) { return true }
            }
        }
        return false
    }

    /// Writes the files of a command.
    ///
    /// All contents are on disk under temporary names before the first file gets its own. A file that has the content
    /// already is left alone. The mode of a file that exists stays.
    ///
    /// - Throws: `ProjectFault` if a file cannot be written; before the first rename, nothing has changed but for
    ///   empty folders.
    package func write(_ changes: FileChanges) throws(ProjectFault) {
        var written: [(temporary: String, path: String)] = []
        do throws(ProjectFault) {
            for path in changes.paths {
                guard case .write(let bytes, let isProgram) = changes.changes[path] else { continue }
                if try self.bytes(path) == bytes { continue }
                let temporary = temporaryPlace(path)
                written.append((temporary, path))
                try write(bytes, isProgram: isProgram, to: temporary, for: path)
            }
        } catch {
            for file in written { unsafe unlink(file.temporary) }
            throw error
        }
        for (index, file) in written.enumerated() where systemRename(file.temporary, place(file.path)) != 0 {
            let fault = failure(file.path, "write")
            for rest in written[index...] { unsafe unlink(rest.temporary) }
            throw fault
        }
        for path in changes.paths where changes.changes[path] == .remove {
            guard try isThere(path) else { continue }
            do {
                try FileManager.default.removeItem(atPath: place(path))
            } catch {
                throw ProjectFault(path, "The file cannot be removed.", cure: "Allow this user to write its folder.")
            }
        }
    }

    /// The place of a file before it is complete: a hidden name that no person gives a file.
    ///
    /// The name is always the same: a command replaces the file of a killed one. Pushes leave out names with this ending.
    private func temporaryPlace(_ path: String) -> String {
        let target = place(path) as NSString
        return "\(target.deletingLastPathComponent)/.\(target.lastPathComponent).amplify.new"
    }

    /// Writes the content of a file under a temporary name; returns after it is on disk.
    private func write(
        _ bytes: [UInt8], isProgram: Bool, to temporary: String, for path: String
    ) throws(ProjectFault) {
        let target = place(path)
        let folder = (target as NSString).deletingLastPathComponent
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw ProjectFault(path, "The folder of the file cannot be made.", cure: "Allow this user to write it.")
        }
        if unsafe unlink(temporary) != 0, errno != ENOENT { throw failure(path, "write") }
        let mode: mode_t = isProgram ? 0o755 : 0o644
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw failure(path, "write") }
        defer { close(descriptor) }
        var status = stat()
        if unsafe lstat(target, &status) == 0, fchmod(descriptor, status.st_mode & 0o777) != 0 {
            throw failure(path, "write")
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(path, "write") }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw failure(path, "write") }
    }
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    unsafe write(descriptor, buffer.baseAddress, buffer.count)
}

private func systemRename(_ path: String, _ new: String) -> Int32 {
    unsafe rename(path, new)
}
