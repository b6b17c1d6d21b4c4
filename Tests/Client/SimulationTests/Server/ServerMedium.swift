// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSQLite
import GatehouseTestSupport
import GatehouseTesting
import Synchronization

/// Where a run's database is: in memory, or in files whose power is cut when a process ends.
///
/// In memory, a commit takes place or does not. In files, the end of power during a commit may have
/// left any part of it in the log.
final class ServerMedium: Sendable {
    /// The files of a database.
    private struct Files {
        let database: Data
        let log: Data

        init(_ path: String) throws {
            database = try Data(contentsOf: URL(fileURLWithPath: path))
            let log = URL(fileURLWithPath: path + "-wal")
            self.log = FileManager.default.fileExists(atPath: log.path) ? try Data(contentsOf: log) : Data()
        }
    }

    private struct State {
        var database: SQLiteDatabase
        /// The number of files so far; each cut of the power leads to new ones.
        var count = 0
        /// The log as it was surely on disk, if a commit was interrupted after that.
        var synced: Data?
        let dice: Dice
    }

    /// The smallest part of a file that reaches the disk whole.
    private static let sector = 512

    private let folder: TemporaryFolder?
    private let bug: PlantedBug?
    private let state: Mutex<State>

    /// Begins with a copy of a database; `onDisk` says whether it has files.
    init(copying original: SQLiteDatabase, onDisk: Bool, dice: Dice, bug: PlantedBug?) throws {
        self.bug = bug
        guard onDisk else {
            folder = nil
            state = Mutex(State(database: original, dice: dice))
            return
        }
        let folder = try TemporaryFolder()
        try original.copy(to: folder.path("0"))
        self.folder = folder
        state = Mutex(State(database: try SQLiteDatabase(path: folder.path("0"), readers: 1), dice: dice))
    }

    /// The present database.
    var database: SQLiteDatabase { state.withLock(\.database) }

    /// Runs the commit that the power is cut at; in memory it does not take place.
    func interrupt(_ commit: () -> Void) throws {
        guard let path = path else { return }
        let before = try Files(path).log
        commit()
        state.withLock { $0.synced = bug == .doesNotSync ? Data() : before }
    }

    /// Turns the power on again: what is on disk becomes the database.
    func restart() throws {
        guard let folder, let path else { return }
        let files = try Files(path)
        let next = state.withLock { state in
            state.count += 1
            return folder.path("\(state.count)")
        }
        let log = state.withLock { state in
            let synced = state.synced ?? (bug == .doesNotSync ? Data() : files.log)
            state.synced = nil
            return Self.torn(files.log, synced: synced, state.dice)
        }
        try database.close()
        try files.database.write(to: URL(fileURLWithPath: next))
        if !log.isEmpty { try log.write(to: URL(fileURLWithPath: next + "-wal")) }
        let database = try SQLiteDatabase(path: next, readers: 1)
        state.withLock { $0.database = database }
    }

    private var path: String? { folder.map { folder in folder.path("\(state.withLock(\.count))") } }

    /// The log after a cut: of the sectors that were not synced, each is as before, as written, or damaged where it was
    /// written.
    private static func torn(_ written: Data, synced: Data, _ dice: Dice) -> Data {
        // The length of a file and its content reach the disk in any order.
        let length = synced.count + dice.below(max(written.count - synced.count, 0) + 1)
        var result = Array(written.prefix(length))
        let former = Array(synced) + Array(repeating: 0, count: max(result.count - synced.count, 0))
        for start in stride(from: 0, to: result.count, by: sector) {
            let changed = (start..<min(start + sector, result.count)).filter { result[$0] != former[$0] }
            guard let byte = dice.pick(changed) else { continue }
            switch dice.below(4) {
            case 0: for index in changed { result[index] = former[index] }
            case 1: result[byte] ^= UInt8(1 + dice.below(255))
            default: continue
            }
        }
        return Data(result)
    }
}
