// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSQLite
import GatehouseStorage

/// Writes the file of a database anew, without free pages; no server may use it during that time.
package struct Compaction: Sendable {
    private let configuration: ServerConfiguration

    /// Creates the compaction of the configuration's database; it needs no master key.
    package init(_ configuration: ServerConfiguration) {
        self.configuration = configuration
    }

    /// Compacts the database.
    /// - Returns: a line for people about the sizes.
    /// - Throws: `StartupRefusal` with the corrective action; nothing in the database is lost then.
    package func run() async throws(StartupRefusal) -> String {
        try configuration.requireDatabaseFile(for: .compact)
        try FolderOwner.requireNotRoot(in: configuration.dataDirectory)
        let opening = FileOpening(configuration)
        try opening.requireDatabase()
        let lock = try FolderLock(folder: configuration.dataDirectory, holder: "gatehouse compact")
        defer { lock.release() }
        try opening.checkFile()
        let database = try opening.open()
        do {
            let before = try await database.inspect()
            guard before.isSound else {
                throw StartupRefusal(
                    .damaged,
                    "\(configuration.databasePath) is damaged: restore a backup with: "
                        + "\(configuration.restoration)")
            }
            try await database.compact()
            let after = try await database.inspect()
            try database.close()
            return "\(configuration.databasePath): \(ByteCount(before.bytes)) before, \(ByteCount(after.bytes)) now"
        } catch {
            if let refusal = error as? StartupRefusal { throw refusal }
            let space =
                "Make space for three further copies of it: in its folder, and in the folder for temporary files "
                + "(SQLITE_TMPDIR, else /var/tmp)."
            let cure =
                error as? StorageError == .full
                ? space : Cure.text(for: error, inDataFolder: configuration.dataDirectory)
            throw StartupRefusal(
                .cannotCreate, "\(configuration.databasePath) cannot be compacted: \(error). \(cure)")
        }
    }
}
