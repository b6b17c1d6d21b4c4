// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSQLite
import GatehouseStorage

/// Opens and migrates the database before the server accepts requests.
struct DatabaseOpening {
    private let folder: String
    private let path: String

    /// The number of concurrent reads: more would use a thread and memory each without a gain on a few cores.
    private static let readers = 3

    init(_ configuration: ServerConfiguration) {
        folder = configuration.dataDirectory
        path = configuration.databasePath
    }

    /// Whether the database exists.
    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Opens and migrates the database.
    /// - Throws: `StartupRefusal` with the corrective action.
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

    /// Creates the data folder, for its owner only, if it does not exist.
    /// - Throws: `StartupRefusal` with the corrective action.
    func makeFolder() throws(StartupRefusal) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StartupRefusal(
                .cannotCreate,
                "The data folder \(folder) cannot be created: choose one you may write to with --data-dir."
            )
        }
    }
}
