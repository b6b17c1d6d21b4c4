// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A database that is read by a copy.
package protocol CopySource: Sendable {
    /// The database, which has the schema of this program.
    var database: any ServerDatabase { get }

    /// Checks that no server uses the database.
    ///
    /// - Throws: the reason with the corrective action.
    func requireUnused() async throws
}

/// A database that is filled by a copy, and what belongs to its place.
package protocol CopyTarget: Sendable {
    /// The database.
    var database: any ServerDatabase { get }
    /// The largest number of rows that one statement adds: a trip to a server takes longer than a short statement.
    var rowsPerStatement: Int { get }

    /// Makes what belongs to the place beside the tables, before the first row.
    ///
    /// - Throws: the reason with the corrective action.
    func prepare() async throws

    /// Gathers what the engine must know about the tables to use their indexes.
    ///
    /// - Throws: ``StorageError``.
    func analyse(_ tables: [CopiedTable]) async throws

    /// Checks that the master keys open the database, and puts it into the place where a server looks for it.
    ///
    /// - Throws: the reason with the corrective action; another call completes it.
    func complete() async throws

    /// Removes everything that a copy has made, so that the place is as it was before.
    ///
    /// - Throws: the reason with the corrective action.
    func discard() async throws
}
