// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseProjectStores
import GatehouseWire
import ProjectShapes

/// The files of a state, in the order of the bytes of their paths.
struct FileList: Sendable {
    let files: [PushedFile]

    /// Checks the files of a request.
    /// - Throws: `ValidationException` for a path that is not inside of the project or occurs twice,
    ///   `LimitExceededException` for more bytes than a state may have.
    init(_ request: [StateFile]) throws(ServiceFault) {
        var paths: Set<String> = []
        var bytes = 0
        for file in request {
            try ForeignText.check(path: file.path)
            // Texts are equal here if they are one name on a file system that normalizes names, as those of Apple do.
            guard paths.insert(file.path).inserted else {
                throw .invalid("The path \(file.path) occurs twice: rename one of the files.")
            }
            bytes += file.size
        }
        for path in paths {
            guard let folder = Self.folders(of: path).first(where: { paths.contains($0) }) else { continue }
            throw .invalid("The path \(folder) is a file, and a folder of \(path): leave one of them out.")
        }
        guard bytes <= ProjectLimits.bytesOfState else {
            throw .beyondLimit(
                "The files have \(bytes) bytes in all, and a state has at most \(ProjectLimits.bytesOfState): keep "
                    + "large files out of the project's folder.")
        }
        files = request.map {
            PushedFile(path: $0.path, sha256: $0.sha256, size: $0.size, isProgram: $0.program ?? false)
        }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// The SHA-256 of the list: of a line `path NUL sha256 NUL mode LF` for each file, where the mode is `755` for a
    /// program and `644` for any other file.
    var sha256: String {
        var bytes: [UInt8] = []
        for file in files {
            bytes += Array(file.path.utf8) + [0] + Array(file.sha256.utf8) + [0]
            bytes += Array((file.isProgram ? "755" : "644").utf8) + [UInt8(ascii: "\n")]
        }
        return Hex.encode(GatehouseCrypto.sha256(bytes))
    }

    /// The folders in which a path is: `a` and `a/b` for `a/b/c`.
    private static func folders(of path: String) -> [String] {
        path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
    }
}
