// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The port of a database on which a server runs: its transactions, and what a running server asks it beside them.
///
/// It assumes neither a file nor that this process is the only one that uses the database. The code that opens the
/// database also knows what the start and the commands need, such as the folder and the backup.
package protocol ServerDatabase: SQLDatabase {
    /// Checks that this is still the database that was opened; a server calls it every few seconds.
    ///
    /// After a problem was found, reads and writes throw it.
    ///
    /// - Throws: ``StorageError/unsound(_:)`` with the problem and the corrective action, or another ``StorageError``
    ///   if the check itself was impossible.
    func checkIdentity() async throws

    /// Whether the engine has met damage since the last call; ``checkContent()`` should follow.
    func takeSuspicion() -> Bool

    /// Reads everything that is stored and checks that the engine finds no damage; a server calls it once a day.
    ///
    /// After damage was found, reads and writes throw it. An engine that watches its own storage returns at once.
    ///
    /// - Throws: ``StorageError/unsound(_:)`` with the damage and the corrective action, or another ``StorageError`` if
    ///   the check itself was impossible.
    func checkContent() async throws

    /// Gives unused space back in short steps, between other transactions; a server calls it once a minute.
    ///
    /// - Throws: ``StorageError``.
    func tidy() async throws

    /// The stored bytes, for metrics; `nil` if they are unknown without a query.
    var storedBytes: Int64? { get }

    /// The number of writes that wait for the next commit of this process, for metrics.
    var waitingWrites: Int { get }

    /// Closes the connections after the running statements have ended.
    ///
    /// Later reads and writes throw ``StorageError/closed``.
    ///
    /// - Throws: ``StorageError``.
    func close() throws
}
