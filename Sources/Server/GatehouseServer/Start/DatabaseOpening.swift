// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSQLite
import GatehouseStorage

/// Opens the database and brings it to this program's schema, before anyone is served.
enum DatabaseOpening {
    /// Reads that run at once beyond a few bring nothing on a few cores and cost a thread and memory each.
    private static let readers = 3

    /// - Throws: `StartupRefusal` that names the cure.
    static func open(_ configuration: ServerConfiguration) async throws(StartupRefusal) -> SQLiteDatabase {
        try makeFolder(configuration.dataDirectory)
        do {
            let database = try SQLiteDatabase(path: configuration.databasePath, readers: readers)
            try await Migrator(Migrations.all).migrate(database)
            return database
        } catch let error as MigrationError {
            throw StartupRefusal(.configuration, "\(configuration.databasePath): \(error)")
        } catch {
            throw StartupRefusal(
                .unavailable,
                "The database \(configuration.databasePath) cannot be used: \(error). "
                    + "Make it writable for this user, or choose another folder with --data-dir."
            )
        }
    }

    private static func makeFolder(_ path: String) throws(StartupRefusal) {
        do {
            var isFolder: ObjCBool = false
            if unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue { return }
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StartupRefusal(
                .cannotCreate,
                "The data folder \(path) cannot be made: choose one you may write to with --data-dir."
            )
        }
    }
}
