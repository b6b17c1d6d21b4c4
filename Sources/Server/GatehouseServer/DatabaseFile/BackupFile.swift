// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSQLite
import GatehouseStorage

/// A file that `gatehouse backup` made.
struct BackupFile {
    /// The small files of the data folder that a backup contains; never the master key.
    static let names = [MasterKeyCheck.fileName, "dev.json"]

    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Checks that the file is a backup.
    /// - Throws: `StartupRefusal` with the corrective action.
    func requireBackup() throws(StartupRefusal) {
        guard FileManager.default.fileExists(atPath: path) else {
            throw StartupRefusal(.usage, "There is no file \(path): name a file that gatehouse backup made.")
        }
        guard (try? SQLiteHeader.read(path: path))?.isBackup == true else {
            throw StartupRefusal(.usage, "\(path) is not a backup: name a file that gatehouse backup made.")
        }
        // SQLite would merge it into the backup, which then seems to be damaged.
        for log in [path + "-wal", path + "-journal"] where FileManager.default.fileExists(atPath: log) {
            throw StartupRefusal(
                .unavailable,
                "\(log) is beside the backup, and does not belong to it: a backup has no log. Move \(log) to another "
                    + "folder.")
        }
    }

    /// Removes a copy that was not completed, with its journal.
    static func remove(_ copy: String) {
        for ending in ["", "-journal", "-wal", "-shm"] { unsafe unlink(copy + ending) }
    }

    /// The small files of the backup, by their names.
    /// - Throws: `StartupRefusal` when they cannot be read.
    func files() throws(StartupRefusal) -> [String: [UInt8]] {
        do {
            return try SQLiteBackup.files(of: path)
        } catch {
            guard case .corrupt = error as? StorageError else {
                throw StartupRefusal(.unavailable, "\(path) cannot be read: \(error). \(Cure.text(for: error))")
            }
            throw StartupRefusal(.damaged, "\(path) is damaged: use another backup.")
        }
    }
}
