// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSQLite

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
    }

    /// The small files of the backup, by their names.
    /// - Throws: `StartupRefusal` when they cannot be read.
    func files() throws(StartupRefusal) -> [String: [UInt8]] {
        do {
            return try SQLiteBackup.files(of: path)
        } catch {
            throw StartupRefusal(.damaged, "\(path) cannot be read: \(error). Use another backup.")
        }
    }
}
