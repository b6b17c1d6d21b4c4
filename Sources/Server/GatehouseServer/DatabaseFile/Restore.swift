// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseSQLite
import GatehouseStorage

/// Puts a backup into a data folder that no server uses.
package struct Restore: Sendable {
    private let configuration: ServerConfiguration
    private let now: Date

    /// Creates the restore into the configuration's data folder; `now` becomes part of the names of old files.
    package init(_ configuration: ServerConfiguration, at now: Date) {
        self.configuration = configuration
        self.now = now
    }

    private var folder: String { configuration.dataDirectory }
    private var database: String { configuration.databasePath }

    /// Restores the backup; the file itself stays as it is.
    ///
    /// If the process ends before the return, the server refuses to start in the folder, and another call completes
    /// the restore. Root cannot restore into the folder of another user.
    /// - Parameters:
    ///   - file: the path of a file that `gatehouse backup` made.
    ///   - isReplacing: whether files of another database are set aside, under names with the time.
    /// - Returns: the paths of the old files under their new names.
    /// - Throws: `StartupRefusal` with the corrective action.
    package func run(_ file: String, replacing isReplacing: Bool) async throws(StartupRefusal) -> [String] {
        try configuration.requireDatabaseFile(for: .restore)
        try FolderOwner.requireNotRoot(in: folder)
        let backup = BackupFile(file)
        try backup.requireBackup()
        let files = try backup.files()
        guard let check = files[MasterKeyCheck.fileName] else {
            throw StartupRefusal(.damaged, "\(file) has no \(MasterKeyCheck.fileName): use another backup.")
        }
        let made = try DataFolder.make(folder)
        do throws(StartupRefusal) {
            let lock = try FolderLock(folder: folder, holder: "gatehouse restore")
            do throws(StartupRefusal) {
                let aside = try await replace(by: file, files, check, replacing: isReplacing)
                lock.release()
                return aside
            } catch {
                lock.withdraw()
                throw error
            }
        } catch {
            // A folder with files stays.
            for path in made { unsafe rmdir(path) }
            throw error
        }
    }

    /// Puts the backup into the folder, which is locked; removes the copy when it is refused.
    private func replace(
        by file: String, _ files: [String: [UInt8]], _ check: [UInt8], replacing isReplacing: Bool
    ) async throws(StartupRefusal) -> [String] {
        let old = oldFiles
        guard old.isEmpty || isReplacing else {
            throw StartupRefusal(
                .cannotCreate,
                "\(folder) has files of a database (\(old.joined(separator: ", "))): choose an empty folder with "
                    + "--data-dir, or add --replace, which keeps these files under other names.")
        }
        let new = database + ".new"
        // Nothing is left of a copy that did not become the database.
        defer { BackupFile.remove(new) }
        try await prepare(new, from: file)
        try FirstStartRecord(configuration).remove()
        do throws(SystemCallFailure) {
            let aside = try setAside(old, writing: check)
            if let development = files["dev.json"] {
                try PrivateFile.write(Data(development), to: folder + "/dev.json")
            }
            try PrivateFile.rename(new, to: database)
            return aside
        } catch {
            throw StartupRefusal(
                .cannotCreate,
                "The files in \(folder) cannot be replaced: \(error). \(Cure.text(for: error)) Then run the command again, "
                    + "with --replace.")
        }
    }

    /// The names of the files that belong to a database, without small ones that say nothing by themselves.
    private var oldFiles: [String] {
        let name = FileOpening.fileName
        return [
            name, name + "-wal", name + "-shm", name + "-journal", name + "-mark", "dev.json", MasterKeyCheck.fileName,
        ]
        .filter { FileManager.default.fileExists(atPath: folder + "/" + $0) }
    }

    /// Copies the backup into the folder, checks the copy and turns it into a database.
    private func prepare(_ new: String, from file: String) async throws(StartupRefusal) {
        // SQLite would take the journal of an interrupted restore for the journal of the new copy.
        BackupFile.remove(new)
        do {
            let original = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
            try FileManager.default.copyItem(atPath: original, toPath: new)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: new)
        } catch {
            throw StartupRefusal(
                .cannotCreate,
                "\(file) cannot be copied into \(folder): \(error.localizedDescription). \(Cure.text(for: error))")
        }
        do {
            let copy = try SQLiteDatabase.reading(path: new)
            defer { try? copy.close() }
            let differences = try await SchemaCheck.differences(of: copy, isBackup: true)
            guard differences.isEmpty else {
                throw StartupRefusal(
                    .damaged,
                    "\(file) is not a backup that gatehouse made: \(differences.joined(separator: "; ")). Use another "
                        + "backup.")
            }
            guard try await copy.inspect().isSound else {
                throw StartupRefusal(.damaged, "\(file) is damaged: use another backup.")
            }
            try copy.close()
            try SQLiteBackup.restore(path: new)
            try PrivateFile.sync(file: new)
        } catch let refusal as StartupRefusal {
            throw refusal
        } catch StorageError.corrupt {
            throw StartupRefusal(.damaged, "\(file) is damaged: use another backup.")
        } catch let error as MigrationError {
            throw StartupRefusal(.damaged, "\(file) cannot be restored: \(error)")
        } catch {
            throw StartupRefusal(
                .cannotCreate, "\(file) cannot be restored: \(error). \(Cure.text(for: error, inDataFolder: folder))")
        }
    }

    /// Renames the old files; between two steps there is always a `master.check` without a database, so that no server
    /// takes the folder for a new one.
    private func setAside(_ old: [String], writing check: [UInt8]) throws(SystemCallFailure) -> [String] {
        let check = Data(check)
        let path = folder + "/" + MasterKeyCheck.fileName
        let ending = ".before-" + Self.stamp(now)
        if old.contains(MasterKeyCheck.fileName) {
            guard let former = FileManager.default.contents(atPath: path) else { throw .last("read") }
            try PrivateFile.write(former, to: path + ending)
        } else {
            try PrivateFile.write(check, to: path)
        }
        for name in old where name != MasterKeyCheck.fileName {
            try PrivateFile.rename(folder + "/" + name, to: folder + "/" + name + ending)
        }
        try PrivateFile.write(check, to: path)
        return old.map { name in folder + "/" + name + ending }
    }

    /// A time of UTC as a part of a file's name, for example `20270115T080000Z`.
    static func stamp(_ date: Date) -> String {
        let parts = Calendar(identifier: .gregorian).dateComponents(
            in: TimeZone(secondsFromGMT: 0) ?? .current, from: date)
        func number(_ part: Int?, _ digits: Int) -> String {
            let text = String(part ?? 0)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        let day = number(parts.year, 4) + number(parts.month, 2) + number(parts.day, 2)
        return day + "T" + number(parts.hour, 2) + number(parts.minute, 2) + number(parts.second, 2) + "Z"
    }
}
