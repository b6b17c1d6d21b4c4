// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseServerCrypto
import GatehouseStorage

/// Restores a user pool from a sealed copy, beside a server that is running or not.
package struct PoolRestoration: Sendable {
    /// What was restored.
    struct Restored: Sendable, Equatable {
        let poolID: String
        let users: Int
    }

    private let file: String

    /// Creates the restoration from a file of the data folder's copies, by its name, or from another file, by its path.
    package init(_ file: String) {
        self.file = file
    }

    /// Restores the pool in one transaction; the file stays as it is.
    /// - Returns: a line for people.
    /// - Throws: `StartupRefusal` with the corrective action; nothing was changed then.
    package func run(on process: ServerProcess) async throws -> String {
        let restored = try await process.maintain { installation in
            try await restore(with: installation.poolArchiver.parts)
        }
        return "User pool \(restored.poolID) is restored. Users: \(restored.users)."
    }

    /// Restores the pool in one transaction.
    func restore(with parts: PoolArchiveParts) async throws(StartupRefusal) -> Restored {
        guard file.contains("/") || parts.folder != nil else {
            throw StartupRefusal(.usage, "There is no folder with copies of user pools: name the path of a file.")
        }
        let path = file.contains("/") ? file : (parts.folder?.path ?? "") + "/" + file
        do {
            try check(path, parts.sealer)
            return try await parts.database.write { [sealer = parts.sealer, now = parts.clock.now] connection in
                try Self.store(path, in: connection, sealer, at: now)
            }
        } catch let refusal as StartupRefusal {
            throw refusal
        } catch let problem as PoolArchiveProblem {
            throw problem.refusal(of: path)
        } catch let taken as TakenPoolRow {
            throw Self.refusal(of: taken)
        } catch {
            throw StartupRefusal(
                .unavailable,
                "The user pool could not be restored, and nothing was changed: \(error). \(Cure.text(for: error))")
        }
    }

    /// Reads the whole file before the transaction, which lets the server's writes wait, begins.
    private func check(_ path: String, _ sealer: Sealer) throws {
        let reader = try PoolArchiveReader.of(path, sealer: sealer)
        let manifest = reader.manifest
        guard manifest.schema <= Migrations.all.count else { throw PoolArchiveProblem.later }
        guard manifest.poolSchema == Migrations.poolSchemaVersion else {
            throw StartupRefusal(
                .unavailable,
                "\(path) has schema \(manifest.poolSchema) of user pools, and this release has schema "
                    + "\(Migrations.poolSchemaVersion): restore it with gatehouse \(manifest.release), which wrote it, "
                    + "into a database of that release, and update that database.")
        }
        while try reader.next() != nil {}
    }

    private static func store(
        _ path: String, in connection: any SQLConnection, _ sealer: Sealer, at now: Date
    ) throws -> Restored {
        let reader = try PoolArchiveReader.of(path, sealer: sealer)
        let poolID = reader.manifest.poolID
        guard try !connection.hasUserPool(poolID) else {
            throw StartupRefusal(
                .unavailable,
                "User pool \(poolID) exists: delete it before you restore it. Nothing was changed.")
        }
        // A request that ran during the deletion of the pool may have left rows.
        try connection.deleteRows(ofPool: poolID)
        var users = 0
        while var row = try reader.next() {
            try row.reseal { column, context, sealed in
                do throws(SealingError) {
                    return try sealer.resealed(sealed, purpose: column.purpose, context: context)
                } catch .unknownKey {
                    throw PoolArchiveProblem.unknownKey(Sealer.keyID(of: sealed) ?? "")
                } catch {
                    // The value could not be opened in the pool either.
                    return nil
                }
            }
            try connection.insert(row, at: now)
            if row.table.name == PoolTable.users { users += 1 }
        }
        guard try connection.hasUserPool(poolID) else { throw PoolArchiveProblem.damaged }
        return Restored(poolID: poolID, users: users)
    }

    private static func refusal(of taken: TakenPoolRow) -> StartupRefusal {
        let holder = taken.holder.map { " by user pool \($0)" } ?? ""
        let text =
            switch taken.table {
            case "pool_domains":
                "The domain \(taken.value) is used\(holder): delete it there, restore the pool, and create a domain of "
                    + "another name."
            case "app_clients": "The id of the app client \(taken.value) is used\(holder): delete that app client."
            default: "The row \(taken.value) of \(taken.table) exists: restore a backup of the database."
            }
        return StartupRefusal(.unavailable, text + " Nothing was changed.")
    }
}
