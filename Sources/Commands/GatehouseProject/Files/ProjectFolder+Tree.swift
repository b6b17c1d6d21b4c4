// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// All files below a folder of a project.
extension ProjectFolder {
    /// A file below a folder.
    package struct Entry: Sendable, Equatable {
        /// The path, relative to the root folder.
        package let path: String
        /// The number of bytes.
        package let size: Int
        /// Whether its owner may run it.
        package let isProgram: Bool
    }

    private static let greatestDepth = 32

    /// The files below a folder, sorted by the bytes of their paths; none if there is no such folder.
    ///
    /// - Parameters:
    ///   - path: the path of the folder.
    ///   - limit: the most files.
    ///   - isLeftOut: whether a file, or a folder with all its content, is passed over.
    /// - Returns: the files.
    /// - Throws: `ProjectFault` at a link or another thing that is not a file, or if there are too many files or levels.
    package func files(
        below path: String, limit: Int, leavingOut isLeftOut: (String) -> Bool = { _ in false }
    ) throws(ProjectFault) -> [Entry] {
        var entries: [Entry] = []
        try collect(path, depth: 0, limit: limit, isLeftOut, &entries)
        return entries.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    private func collect(
        _ path: String, depth: Int, limit: Int, _ isLeftOut: (String) -> Bool, _ entries: inout [Entry]
    ) throws(ProjectFault) {
        guard depth <= Self.greatestDepth else {
            throw ProjectFault(path, "The folder is more than 32 levels deep.", cure: "Move its content up.")
        }
        for name in try names(path) {
            let child = "\(path)/\(name)"
            if isLeftOut(child) { continue }
            var status = stat()
            guard unsafe lstat(place(child), &status) == 0 else {
                // Another program removed it in the meantime.
                if errno == ENOENT { continue }
                throw failure(child, "read")
            }
            switch status.st_mode & S_IFMT {
            case S_IFDIR:
                try collect(child, depth: depth + 1, limit: limit, isLeftOut, &entries)
            case S_IFREG:
                guard entries.count < limit else {
                    throw ProjectFault(
                        path, "The project has more than \(limit) files.", cure: "Move files out of the project.")
                }
                entries.append(
                    Entry(path: child, size: Int(status.st_size), isProgram: status.st_mode & 0o100 != 0))
            case S_IFLNK:
                throw ProjectFault(
                    child, "The file is a link, which could lead out of the project.",
                    cure: "Replace the link by what it leads to.")
            default:
                throw ProjectFault(child, "The file is not a regular file.", cure: "Remove it.")
            }
        }
    }

    /// Whether the owner of a file may run it; `false` if there is no such file.
    ///
    /// - Throws: `ProjectFault` if the file is a link.
    package func isProgram(_ path: String) throws(ProjectFault) -> Bool {
        guard try isThere(path) else { return false }
        var status = stat()
        guard unsafe lstat(place(path), &status) == 0 else { throw failure(path, "read") }
        return status.st_mode & 0o100 != 0
    }

    /// Lets those who may read a file run it, or not run it.
    ///
    /// - Throws: `ProjectFault` if the file is a link, or does not belong to this user.
    package func setProgram(_ isProgram: Bool, _ path: String) throws(ProjectFault) {
        guard try self.isProgram(path) != isProgram else { return }
        var status = stat()
        guard unsafe lstat(place(path), &status) == 0 else { throw failure(path, "write") }
        let readers = (status.st_mode & 0o444) >> 2
        let mode = (status.st_mode & 0o666) | (isProgram ? readers : 0)
        guard unsafe chmod(place(path), mode) == 0 else { throw failure(path, "write") }
    }
}
