// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Dispatch
package import GatehouseCore
package import GatehouseProjects
package import GatehouseServerCrypto
package import GatehouseStorage
import GatehouseUserPoolModel
package import GatehouseWire

/// What copies of user pools are made and restored with.
package struct PoolArchiveParts: Sendable {
    let database: any SQLDatabase
    let sealer: Sealer
    let folder: PoolArchiveFolder?
    let clock: WallClock

    /// Collects the parts; without a `folder`, no copy can be made.
    package init(database: any SQLDatabase, sealer: Sealer, folder: PoolArchiveFolder?, clock: WallClock) {
        (self.database, self.sealer, self.folder, self.clock) = (database, sealer, folder, clock)
    }
}

/// Writes sealed copies of user pools into the data folder.
///
/// A copy has the state of one moment: the pool with its clients, users, passwords, second factors and keys, as
/// ``PoolTable/archived`` lists them. It has no sessions, tokens and codes. It is sealed with the master key. Some rows
/// are in memory at a time.
package struct PoolArchiver: Sendable {
    private static let thread = ArchiveThread()
    /// The number of rows after which the space on the disk is looked at again.
    private static let rowsBetweenProbes = 1_000

    let parts: PoolArchiveParts

    /// Creates the archiver of a database.
    package init(_ parts: PoolArchiveParts) {
        self.parts = parts
    }

    /// Writes a copy of a pool into a new file; returns after it is on disk.
    ///
    /// The copy is completed also if the caller is cancelled.
    /// - Parameters:
    ///   - poolID: the id of the pool.
    ///   - region: the region of the request, with which the id begins.
    /// - Returns: the description of the copy, or the fault: `ResourceNotFoundException` for an unknown pool,
    ///   `ArchiveFailedException` if the file cannot be written, if there are 20 copies of the pool, or if the disk would
    ///   get too full, and those of a database that cannot be used. After a
    ///   fault there is no file, and nothing was changed.
    package func archive(_ poolID: String, inRegion region: String) async -> Result<ArchivedPool, ServiceFault> {
        guard poolID.hasPrefix(region + "_"), Self.isID(poolID) else { return .failure(.noSuchUserPool(poolID)) }
        guard let folder = parts.folder else {
            return .failure(ServiceFault(.archiveFailed, "This server has no folder for copies of user pools."))
        }
        // The rows are read in one transaction, which occupies its thread; the time is none of a request's computing.
        return await Task.detached(executorPreference: Self.thread) { [self] in
            await copy(poolID, into: folder)
        }.value
    }

    /// Whether a text can be the id of a pool, and so a part of a file's name.
    private static func isID(_ text: String) -> Bool {
        text.utf8.count <= 128
            && text.allSatisfy { character in
                character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
            }
    }

    private func copy(_ poolID: String, into folder: PoolArchiveFolder) async -> Result<ArchivedPool, ServiceFault> {
        do {
            guard try await parts.database.read({ reader in try reader.hasUserPool(poolID) }) else {
                return .failure(.noSuchUserPool(poolID))
            }
            try folder.requireRoom(for: poolID)
            try folder.requireSpace()
            let file = try folder.newFile(for: poolID, at: parts.clock.now)
            do {
                let users = try await parts.database.read { [sealer = parts.sealer] reader in
                    try Self.write(poolID, reader, to: file, in: folder, sealer)
                }
                try folder.complete(file)
                return .success(
                    ArchivedPool(
                        name: file.name, users: users, command: folder.restoration(of: file.name).description))
            } catch {
                folder.remove(file)
                throw error
            }
        } catch let refusal as PoolArchiveRefusal {
            return .failure(ServiceFault(.archiveFailed, "\(refusal.text) Nothing was changed."))
        } catch let failure as SystemCallFailure {
            return .failure(
                ServiceFault(
                    .archiveFailed,
                    "The copy of the user pool cannot be written into \(folder.path): \(failure). "
                        + "\(Cure.text(for: failure)) Nothing was changed.",
                    cause: failure))
        } catch {
            return .failure(ServiceFault(unforeseen: error))
        }
    }

    /// Writes all rows of the pool; returns the number of users.
    private static func write(
        _ poolID: String, _ reader: any SQLReader, to file: PoolArchiveFolder.NewFile, in folder: PoolArchiveFolder,
        _ sealer: Sealer
    ) throws -> Int {
        guard try reader.hasUserPool(poolID) else { throw ServiceFault.noSuchUserPool(poolID) }
        var writer = try PoolArchiveWriter(
            file.content, name: file.name, PoolArchiveManifest(poolID: poolID), sealer: sealer)
        var (users, rows) = (0, 0)
        for table in PoolTable.archived {
            try reader.forEachRow(of: table, inPool: poolID) { row in
                var row = row
                // The copy needs the current master key alone. A value that no key opens stays as it is.
                try row.reseal { column, context, sealed in
                    try? sealer.resealed(sealed, purpose: column.purpose, context: context)
                }
                try writer.add(row)
                rows += 1
                if rows.isMultiple(of: rowsBetweenProbes) { try folder.requireSpace() }
                if table.name == PoolTable.users { users += 1 }
            }
        }
        try writer.finish()
        return users
    }
}

/// The thread that reads the rows of copies.
private final class ArchiveThread: TaskExecutor {
    private let queue = DispatchQueue(label: "gatehouse.pool-archives", qos: .utility)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
