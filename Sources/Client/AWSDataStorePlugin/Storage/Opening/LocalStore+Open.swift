// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GRDB
import GatehouseClient
import GatehouseSession

extension LocalStore {
    /// Opens a store, or makes it; adapts it to the models; replaces a damaged one.
    ///
    /// A damaged database is set aside under a name with the time. The new one begins with the outbox of the damaged
    /// one, as far as it can be read, and the records of its events.
    ///
    /// The function blocks its thread: for milliseconds as a rule, longer after a change of the models.
    ///
    /// - Parameters:
    ///   - place: where the store is.
    ///   - models: the models of the app.
    ///   - version: the version of the models, which changes with each change of them.
    ///   - clock: gives the time for the name of a damaged database.
    /// - Returns: the store, and what the opening has done.
    /// - Throws: `DataStoreError.invalidDatabase` with a ``StoreProblem`` as its cause: another process has the store, a
    ///   newer version has written it, the disk is full or read-only, the system refuses access, or the file belongs to
    ///   another program. `.configuration` for models whose names differ only in the case of letters.
    static func open(
        _ place: StorePlace, models: [ModelSchema], version: String, clock: ClientClock
    ) throws(DataStoreError) -> (store: LocalStore, opening: StoreOpening) {
        do {
            let catalog = ModelCatalog(models.filter(\.isSyncable))
            try catalog.requireDistinctTables(beside: SystemTables.names)
            let lock = try place.lock()
            let opener = StoreOpener(catalog: catalog, version: version, lock: lock)
            do {
                return try opener.openOrReplace(place, now: clock.now())
            } catch {
                lock.release()
                throw error
            }
        } catch {
            throw DataStoreError(opening: place, error)
        }
    }
}

/// Opens the database of a store whose lock is held.
struct StoreOpener {
    /// The wait for the lock of another program, as a tool that reads the file, in seconds.
    private static let patience = 5.0

    let catalog: ModelCatalog
    let version: String
    let lock: StoreLock

    /// Opens the store, or a new one in place of a damaged one.
    func openOrReplace(_ place: StorePlace, now: Date) throws -> (store: LocalStore, opening: StoreOpening) {
        let aside = try adoptReplacement(of: place, now: now)
        do {
            let store = try open(place)
            if let aside {
                var opening = store.opening
                opening.setAside = aside
                opening.rescuedEvents = try store.withWriter { try store.reader($0).outboxCount() }
                store.setOpening(opening)
            }
            return (store, store.opening)
        } catch {
            guard StoreProblem(error, in: place)?.isDamage == true else { throw error }
        }
        var opening = try replace(place, now: now)
        let store = try open(place)
        opening.add(store.opening)
        store.setOpening(opening)
        return (store, opening)
    }

    /// Opens the database, checks it if an earlier use has met damage, and adapts it to the models.
    ///
    /// - Parameters:
    ///   - place: where it is.
    ///   - outbox: the events and metadata that a new database begins with.
    /// - Returns: the store.
    /// - Throws: ``StoreProblem``, `DatabaseError`, `FileFailure`.
    func open(_ place: StorePlace, restoring outbox: RescuedOutbox? = nil) throws -> LocalStore {
        try place.prepareFile()
        let pool = try DatabasePool(path: place.path, configuration: Self.configuration)
        do {
            try pool.writeWithoutTransaction { database in
                try Self.prepare(database)
                if place.isSuspect { try Self.requireSound(database, place) }
            }
            let store = LocalStore(place, catalog: catalog, pool: pool, lock: lock)
            try store.withWriter { database in
                try database.inTransaction(.immediate) {
                    let migration = StoreMigration(writer: store.writer(database, ChangeLog()), place: place)
                    store.setOpening(try migration.run(version: version, restoring: outbox))
                    return .commit
                }
            }
            try place.clearSuspicion()
            return store
        } catch {
            // The first error says more than one of the closing.
            try? pool.close()
            throw error
        }
    }

    // MARK: - The connection

    /// The settings of all connections.
    ///
    /// ``LocalStore`` says why foreign keys are not enforced. Values of records do not get into descriptions of errors.
    private static var configuration: GRDB.Configuration {
        var configuration = GRDB.Configuration()
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(patience)
        configuration.publicStatementArguments = false
        configuration.prepareDatabase { database in
            // It counts for a new file alone, before its first table is made.
            if !database.configuration.readonly { try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
        }
        return configuration
    }

    /// Sets what belongs to the writer.
    ///
    /// ``SharedWrites`` chooses `synchronous` for each commit: FULL for changes of the app, so that a save that has
    /// returned outlives a power failure; NORMAL for what the service has as well. After each of them the database is
    /// sound, because SQLite waits for the log before it changes the file. On Apple's systems a commit is given to the
    /// drive, and only checkpoints flush the drive's own cache, because a flush takes many times as long there and
    /// devices with a battery do not lose power.
    private static func prepare(_ database: Database) throws {
        try database.execute(sql: "PRAGMA checkpoint_fullfsync = ON")
        // A log that grew during a long read is cut when it begins anew.
        _ = try Int.fetchOne(database, sql: "PRAGMA journal_size_limit = 33554432")
    }

    /// Checks all pages, which takes seconds for each gigabyte.
    private static func requireSound(_ database: Database, _ place: StorePlace) throws {
        let finding = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)")
        if finding != "ok" { throw StoreProblem.damaged(place, finding) }
    }

    // MARK: - A damaged database

    /// Makes a new database with what is left of the outbox, and puts it in the place of the damaged one.
    ///
    /// The new one is complete, and has a name that says so, before the old one is moved: the log of the old one, which has
    /// another file, may have events that are nowhere else. A program that is killed in between loses no event.
    private func replace(_ place: StorePlace, now: Date) throws -> StoreOpening {
        let outbox = RescuedOutbox(place)
        let (draft, replacement) = (place.draft, place.replacement)
        let store = try open(draft, restoring: outbox)
        var opening = store.opening
        // Closing moves the log into the file.
        try store.closeDatabase()
        try replacement.removeFiles()
        try draft.moveFiles(to: replacement)
        opening.setAside = try place.setAside(at: now).path
        try replacement.moveFiles(to: place)
        try place.clearSuspicion()
        return opening
    }

    /// Ends the replacement that a killed program has begun.
    ///
    /// - Returns: the path of the damaged database, if it is set aside only now.
    private func adoptReplacement(of place: StorePlace, now: Date) throws -> String? {
        try place.draft.removeFiles()
        let replacement = place.replacement
        guard FileManager.default.fileExists(atPath: replacement.path) else { return nil }
        let isThere = FileManager.default.fileExists(atPath: place.path)
        let aside = isThere ? try place.setAside(at: now).path : nil
        try replacement.moveFiles(to: place)
        try place.clearSuspicion()
        return aside
    }
}

extension StorePlace {
    /// The place where the next database is made while a damaged one is still in its own.
    fileprivate var draft: StorePlace { StorePlace(folder: folder, name: name + ".part") }

    /// The place of the next database when it is complete.
    fileprivate var replacement: StorePlace { StorePlace(folder: folder, name: name + ".new") }
}
