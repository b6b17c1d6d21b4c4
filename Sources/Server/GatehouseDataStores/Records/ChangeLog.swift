// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataModel

/// A write of a record in the change log, which the nodes of a database read to tell their subscribers.
///
/// The row is a part of the transaction of the write. So it is there exactly if the write was committed.
package struct LoggedChange: Hashable, Sendable {
    /// The mutation of a write.
    package enum Kind: Int, Hashable, Sendable {
        /// A new record.
        case create = 1
        /// A change of a record.
        case update = 2
        /// A deletion.
        case delete = 3
    }

    /// The place of a change in the log.
    package struct Place: Hashable, Sendable {
        /// The id of the process that made the change.
        package var node: String
        /// The number of the change among those of its process.
        ///
        /// Numbers are given before transactions begin, so they are not the order of the commits, and those of rolled-back
        /// transactions are missing.
        package var number: Int

        /// Makes a place.
        package init(node: String, number: Int) {
            self.node = node
            self.number = number
        }
    }

    /// The place in the log.
    package var place: Place
    /// The id of the API.
    package var api: String
    /// The revision of the API under whose schema the change was made; 0 for an API that is not stored.
    package var revision: Int
    /// The mutation.
    package var kind: Kind
    /// The record after the write; a deleted one as it was before, or its tombstone.
    package var record: Record

    /// Makes a change.
    package init(place: Place, api: String, revision: Int, kind: Kind, record: Record) {
        self.place = place
        self.api = api
        self.revision = revision
        self.kind = kind
        self.record = record
    }
}

/// What a reader of the change log learns of a change before it reads the record.
package struct ChangeHead: Hashable, Sendable {
    /// The place in the log.
    package var place: LoggedChange.Place
    /// The id of the API.
    package var api: String
    /// The name of the model.
    package var model: String
    /// The mutation.
    package var kind: LoggedChange.Kind
    /// The version of the record; 0 without versions.
    package var version: Int
    /// The time of the change in milliseconds since 1970, which grows with the changes of a record.
    package var changedAt: Int
    /// The bytes of the record's fields as JSON.
    package var bytes: Int

    /// Makes a head.
    package init(
        place: LoggedChange.Place, api: String, model: String, kind: LoggedChange.Kind, version: Int, changedAt: Int,
        bytes: Int
    ) {
        self.place = place
        self.api = api
        self.model = model
        self.kind = kind
        self.version = version
        self.changedAt = changedAt
        self.bytes = bytes
    }
}

/// How far the changes of one process have ended, as the process itself says.
///
/// A process writes a mark before it makes changes, and again every second while it makes some. A transaction that reads a
/// mark sees the changes before it, too: they were committed or rolled back before the mark was written.
package struct ChangeMark: Hashable, Sendable {
    /// The milliseconds for which a mark counts.
    ///
    /// A process that is silent for longer has ended, or stands still, and the database has ended its transactions.
    package static let life = 60_000

    /// The id of the process.
    package var node: String
    /// The number of the mark among those of its process.
    ///
    /// A later mark is not replaced by an earlier one whose write took longer.
    package var round: Int
    /// The time of the mark in milliseconds since 1970, by the clock of the process.
    package var seenAt: Int
    /// All changes with lesser numbers have ended.
    package var openNumber: Int
    /// All changes with earlier times have ended; `nil` if all changes have ended, and the process writes another mark
    /// before it makes the next one.
    package var openTime: Int?

    /// Makes a mark.
    package init(node: String, round: Int, seenAt: Int, openNumber: Int, openTime: Int?) {
        self.node = node
        self.round = round
        self.seenAt = seenAt
        self.openNumber = openNumber
        self.openTime = openTime
    }

    /// Whether the mark counts at a time in milliseconds since 1970.
    package func isFresh(at now: Int) -> Bool { abs(now - seenAt) <= Self.life }
}

/// What a transaction can read of the change log.
package protocol ChangeLogReading {
    /// The marks of all processes, by ascending id.
    func changeMarks() throws -> [ChangeMark]

    /// The changes of a process after a number, by ascending number.
    func changeHeads(of node: String, after number: Int, limit: Int) throws -> [ChangeHead]

    /// The changes of a process with some numbers, without their records; missing ones are left out.
    func changeHeads(of node: String, numbers: [Int]) throws -> [ChangeHead]

    /// The changes of a process with some numbers; missing ones are left out.
    func loggedChanges(of node: String, numbers: [Int]) throws -> [LoggedChange]
}

/// What a transaction can change in the change log.
package protocol ChangeLogWriting: ChangeLogReading {
    /// Adds a change of this transaction, at a time in milliseconds since 1970.
    ///
    /// - Throws: `RecordRefusal`, or the error of the store.
    func log(_ change: LoggedChange, at time: Int) throws

    /// Stores the mark of a process in place of an earlier one.
    func put(_ mark: ChangeMark) throws

    /// Removes changes that were logged before a time in milliseconds.
    ///
    /// - Returns: the number of removed changes, at most `limit`.
    func removeLoggedChanges(before time: Int, limit: Int) throws -> Int

    /// Removes the marks that were written before a time in milliseconds.
    func removeChangeMarks(before time: Int) throws
}
