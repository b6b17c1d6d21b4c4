// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseStorage

/// The file that exists from the beginning of a folder's first start to its end.
///
/// Without it, a folder with `master.check` and no database is one whose database was lost.
struct FirstStartRecord {
    private let folder: String
    private let restoration: FolderCommand
    private var path: String { folder + "/first.start" }

    init(_ configuration: ServerConfiguration) {
        folder = configuration.dataDirectory
        restoration = configuration.restoration
    }

    /// Whether a first start has begun and has not ended.
    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Writes the file into a folder without a database.
    /// - Throws: `StartupRefusal` when the folder had a database or has a part of a copy, or the file cannot be written.
    func write() throws(StartupRefusal) {
        try CopiedFolder.requireNoPart(in: folder)
        guard !exists else { return }
        guard !FileManager.default.fileExists(atPath: folder + "/" + MasterKeyCheck.fileName) else {
            throw StartupRefusal(
                .unavailable,
                "\(folder) has no gatehouse.sqlite, but its \(MasterKeyCheck.fileName) says that it had one. Put the file "
                    + "back, or restore a backup with: \(restoration)")
        }
        do throws(SystemCallFailure) {
            try PrivateFile.write(Data("The first start in this folder has not ended.\n".utf8), to: path)
            try PrivateFile.sync(folder: folder)
        } catch {
            throw StartupRefusal(
                .cannotCreate, "\(path) cannot be written: \(error). \(Cure.text(for: error, inDataFolder: folder))")
        }
    }

    /// Removes the file, if it exists.
    /// - Throws: `StartupRefusal` when the file cannot be removed.
    func remove() throws(StartupRefusal) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            let failure = SystemCallFailure.last("unlink")
            throw StartupRefusal(
                .cannotCreate, "\(path) cannot be removed: \(failure). \(Cure.text(for: failure, inDataFolder: folder))"
            )
        }
    }
}
