// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSQLite

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
    /// - Throws: `StartupRefusal` with the corrective action; an existing file is unchanged then.
    package func write(to file: String, replacing isReplacing: Bool) async throws(StartupRefusal) -> String {
        try FolderOwner.requireNotRoot(in: configuration.dataDirectory)
        try requireOtherFolder(of: file)
        let opening = DatabaseOpening(configuration)
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
        } catch {
            throw StartupRefusal(
                .cannotCreate,
                "\(file) cannot be written: \(error). \(Cure.text(for: error)) Or name a file in another folder.")
        }
        let bytes = try await size(ofChecked: new)
        do throws(SystemCallFailure) {
            try PrivateFile.rename(new, to: file)
        } catch {
            throw StartupRefusal(
                .cannotCreate,
                "\(new) cannot be renamed to \(file): \(error). The copy is complete: rename it yourself.")
        }
        return "\(file): \(ByteCount(bytes)), checked"
    }

    /// Refuses a target in the data folder, where it could replace the database.
    private func requireOtherFolder(of file: String) throws(StartupRefusal) {
        let target = URL(fileURLWithPath: file).deletingLastPathComponent().resolvingSymlinksInPath().path
        let folder = URL(fileURLWithPath: configuration.dataDirectory).resolvingSymlinksInPath().path
        guard target != folder else {
            throw StartupRefusal(.usage, "\(file) is in the data folder: choose a file in another folder.")
        }
    }

    private func size(ofChecked copy: String) async throws(StartupRefusal) -> Int {
        let inspection: SQLiteInspection?
        do {
            let database = try SQLiteDatabase.reading(path: copy)
            defer { try? database.close() }
            inspection = try await database.inspect()
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
        return inspection.bytes
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
