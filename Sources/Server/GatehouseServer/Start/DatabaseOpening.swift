// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSQLite
import GatehouseStorage

/// Opens the database and brings it to this program's schema, before anyone is served.
struct DatabaseOpening {
    private let folder: String
    private let path: String

    /// Reads that run at once beyond a few bring nothing on a few cores and cost a thread and memory each.
    private static let readers = 3

    init(_ configuration: ServerConfiguration) {
        folder = configuration.dataDirectory
        path = configuration.databasePath
    }

    /// Whether an earlier start made a database.
    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// - Throws: `StartupRefusal` that names the cure.
    func open() async throws(StartupRefusal) -> SQLiteDatabase {
        do {
            let database = try SQLiteDatabase(path: path, readers: Self.readers)
            try await Migrator(Migrations.all).migrate(database)
            return database
        } catch let error as MigrationError {
            throw StartupRefusal(.configuration, "\(path): \(error)")
        } catch {
            let isDamaged = (error as? StorageError) == .corrupt
            let cure = isDamaged ? "Restore it from a backup" : "Make it writable for this user"
            throw StartupRefusal(
                .unavailable,
                "The database \(path) cannot be used: \(error). "
                    + "\(cure), or choose another folder with --data-dir."
            )
        }
    }

    /// Makes the data folder, for its owner only, if there is none.
    /// - Throws: `StartupRefusal` that names the cure.
    func makeFolder() throws(StartupRefusal) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StartupRefusal(
                .cannotCreate,
                "The data folder \(folder) cannot be made: choose one you may write to with --data-dir."
            )
        }
    }
}
