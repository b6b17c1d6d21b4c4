// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason why a database cannot be migrated to this program's schema.
///
/// The database is unchanged.
package enum MigrationError: Error, Equatable {
    /// The database has been used by a later program.
    case newerDatabase(version: Int, known: Int)
    /// A migration that was applied differs from the program's migration of the same number.
    case changed(version: Int, name: String)
    /// An earlier migration is missing from the database though a later one was applied.
    case gap(missing: Int)
    /// A statement of a migration failed.
    case failed(version: Int, StorageError)
}

extension MigrationError: CustomStringConvertible {
    /// The problem and the corrective action.
    package var description: String {
        switch self {
        case .newerDatabase(let version, let known):
            """
            The database has schema \(version), this program knows schemas up to \(known). \
            Run the release that last used this database, or a later one, or restore a backup made before that.
            """
        case .changed(let version, let name):
            """
            Migration \(version) (\(name)) of this database differs from the one in this program. \
            Run an official release, or restore a backup made by one.
            """
        case .gap(let missing):
            """
            Migration \(missing) is missing from this database though a later one was applied. \
            Restore a backup: the table of migrations has been altered.
            """
        case .failed(let version, let error):
            """
            Migration \(version) failed and was undone: \(error). \
            Remove the cause and start again; the database is as it was before.
            """
        }
    }
}
