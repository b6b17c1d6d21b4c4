// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSQLite
import GatehouseStorage

/// Copies the database of a data folder into one file, beside a server that is running or not.
package struct Backup: Sendable {
    private let configuration: ServerConfiguration

    /// Creates the backup of the configuration's data folder; it needs no master key.
    package init(_ configuration: ServerConfiguration) {
        self.configuration = configuration
    }

    /// Writes the copy under a temporary name, checks it, and renames it when it is on disk.
    ///
    /// If the process ends before that, there is a file with the suffix `.new`, which the next call removes.
    /// - Parameters:
    ///   - file: the path of the copy.
    ///   - isReplacing: whether an existing file is replaced.
    /// - Returns: a line for people about the copy.
    /// - Throws: `StartupRefusal` with the corrective action; an existing file is unchanged then. The copy of a database
    ///   with a schema that no release has is kept, but refused too.
    package func write(to file: String, replacing isReplacing: Bool) async throws(StartupRefusal) -> String {
        try configuration.requireDatabaseFile(for: .backup)
        try FolderOwner.requireNotRoot(in: configuration.dataDirectory)
        try requireOtherFolder(of: file)
        let opening = FileOpening(configuration)
        try opening.requireDatabase()
        try opening.checkFile()
        guard isReplacing || !FileManager.default.fileExists(atPath: file) else {
            throw StartupRefusal(.cannotCreate, "\(file) exists: choose another name, or add --replace.")
        }
        let target = (file as NSString).deletingLastPathComponent
        guard target.isEmpty || FileManager.default.fileExists(atPath: target) else {
            throw StartupRefusal(
                .cannotCreate, "There is no folder \(target): make it, or name a file in another folder.")
        }
        let new = file + ".new"
        BackupFile.remove(new)
        let files = try smallFiles()
        do {
            try SQLiteBackup.copy(configuration.databasePath, to: new, adding: files)
        } catch let error as SQLiteBackup.UnreadableDatabase {
            throw StartupRefusal(unreadable: configuration.databasePath, error.cause, elsewhere: "back up")
        } catch {
            throw StartupRefusal(
                .cannotCreate,
                "\(file) cannot be written: \(error). \(Cure.text(for: error)) Or name a file in another folder.")
        }
        let (bytes, differences) = try await check(new)
        if !differences.isEmpty, FileManager.default.fileExists(atPath: file) { throw foreign(differences, in: new) }
        do throws(SystemCallFailure) {
            try PrivateFile.rename(new, to: file)
        } catch {
            throw StartupRefusal(
                .cannotCreate,
                "\(new) cannot be renamed to \(file): \(error). The copy is complete: rename it yourself.")
        }
        guard differences.isEmpty else { throw foreign(differences, in: file) }
        return "\(file): \(ByteCount(bytes)), checked"
    }

    /// The refusal of a copy that cannot be restored, because the schema of the database was changed.
    private func foreign(_ differences: [String], in copy: String) -> StartupRefusal {
        StartupRefusal(
            .damaged,
            "The database has another schema than that of a release: \(differences.joined(separator: "; ")). The copy "
                + "\(copy) is complete, but gatehouse restore refuses it: undo the change in the database, then run this "
                + "command again.")
    }

    /// Refuses a target in the data folder, where it could replace the database.
    private func requireOtherFolder(of file: String) throws(StartupRefusal) {
        let target = URL(fileURLWithPath: file).deletingLastPathComponent().resolvingSymlinksInPath().path
        let folder = URL(fileURLWithPath: configuration.dataDirectory).resolvingSymlinksInPath().path
        guard target != folder else {
            throw StartupRefusal(.usage, "\(file) is in the data folder: choose a file in another folder.")
        }
    }

    /// Checks the copy, and removes it if it is damaged; returns its size, and how its schema differs from that of a
    /// release.
    private func check(_ copy: String) async throws(StartupRefusal) -> (bytes: Int, differences: [String]) {
        var inspection: SQLiteInspection?
        var differences: [String] = []
        do {
            let database = try SQLiteDatabase.reading(path: copy)
            defer { try? database.close() }
            inspection = try await database.inspect()
            do {
                differences = try await SchemaCheck.differences(of: database, isBackup: true)
            } catch let error as MigrationError {
                differences = ["\(error)"]
            }
        } catch {
            inspection = nil
        }
        guard let inspection, inspection.isSound else {
            BackupFile.remove(copy)
            throw StartupRefusal(
                .damaged,
                "The copy is damaged, so no backup was made. See what is damaged with: "
                    + "\(configuration.command("check"))")
        }
        return (inspection.bytes, differences)
    }

    private func smallFiles() throws(StartupRefusal) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in BackupFile.names {
            let path = configuration.dataDirectory + "/" + name
            guard let content = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
                guard FileManager.default.fileExists(atPath: path) || name == MasterKeyCheck.fileName else { continue }
                throw StartupRefusal(
                    .configuration,
                    "\(path), which belongs to this database, cannot be read. \(MasterKeyCheck.cureOfMissing)")
            }
            files[name] = Array(content)
        }
        return files
    }
}
