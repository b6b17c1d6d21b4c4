// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseStorage
import Synchronization

/// The three files of an open database: an operator may replace or remove them, and SQLite would not notice.
final class OpenFiles: Sendable {
    /// A file, regardless of its name.
    private struct Identity: Equatable {
        let device: dev_t
        let number: ino_t

        /// The file at a path; `nil` if there is none.
        init?(_ path: String) {
            var status = stat()
            guard unsafe stat(path, &status) == 0 else { return nil }
            device = status.st_dev
            number = status.st_ino
        }
    }

    private struct State {
        var marks: Set<Int32> = []
        var failure: StorageError?
        /// Whether SQLite has met damage that no check of the pages has confirmed yet.
        var isSuspect = false
    }

    /// The endings of the files' names: the database, its log, and the log's index.
    static let endings = ["", "-wal", "-shm"]

    let path: String
    /// The command that puts a backup in the place of these files.
    let restoration: FolderCommand
    private let identities: [Identity?]
    private let state = Mutex(State())

    /// Creates the value for the database at `path`, which this process has just opened; `config` is the file of its
    /// settings.
    init(path: String, config: String?) {
        self.path = path
        restoration = FolderCommand(restoring: path, config: config)
        identities = Self.endings.map { ending in Identity(path + ending) }
    }

    /// The marks that the database's file may have; without any, its mark is not compared.
    func expect(marks: Set<Int32>) {
        state.withLock { state in state.marks = marks }
    }

    /// - Throws: the reason why the database cannot be used any more, if there is one.
    func requireSound() throws(StorageError) {
        if let failure = state.withLock({ state in state.failure }) { throw failure }
    }

    /// Ends the use of the database: later calls of ``requireSound()`` throw.
    func fail(_ failure: StorageError) {
        state.withLock { state in state.failure = state.failure ?? failure }
    }

    /// Asks for a check of all pages, because SQLite has met damage.
    func suspect() {
        state.withLock { state in state.isSuspect = true }
    }

    /// Returns whether ``suspect()`` was called since the last call.
    func takeSuspicion() -> Bool {
        state.withLock { state in
            defer { state.isSuspect = false }
            return state.isSuspect
        }
    }

    /// Whether the files at the path are the open files.
    var areUnchanged: Bool {
        zip(Self.endings, identities).allSatisfy { ending, identity in Identity(path + ending) == identity }
    }

    /// Compares the files at the path with the open files; `header` is the header of the open database.
    /// - Returns: the problem and the corrective action, or `nil`.
    func problem(_ header: SQLiteHeader?) -> StorageError? {
        for (ending, identity) in zip(Self.endings, identities) {
            let present = Identity(path + ending)
            guard present != identity else { continue }
            let change = present == nil ? "removed" : "replaced"
            // SQLite makes the index of the log anew; the log itself is in use.
            let cure = ending == "-shm" ? cureOfIndex : cure
            return .unsound("\(path)\(ending) was \(change) while the server used it. \(cure)")
        }
        guard let header else {
            return .unsound("\(path) was overwritten or cut while the server used it. \(cure)")
        }
        let marks = state.withLock { state in state.marks }
        guard !header.isBackup, marks.isEmpty || marks.contains(header.mark) else {
            return .unsound("\(path) was overwritten with another database while the server used it. \(cure)")
        }
        return nil
    }

    private var cureOfIndex: String {
        "Stop the server and start it again. If it does not start, restore a backup with: \(restoration)"
    }

    private var cure: String {
        "Stop the server. If only the file's name was changed, change it back before the start; else restore a backup "
            + "with: \(restoration)"
    }
}
