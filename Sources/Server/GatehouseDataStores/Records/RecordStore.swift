// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseDataModel
package import GatehouseGraphQL

/// The store of all records of all APIs.
///
/// A store knows keys, indexes, owner and group values, versions and times; it does not know rules. What a caller may
/// not see is left out by the scope of a query, which the judgement of the rules makes.
package protocol RecordStore: TransactionalStore
where Reading == any RecordReading, Writing == any RecordWriting {}

/// What a transaction can read of records.
package protocol RecordReading: ChangeLogReading {
    /// The record with a key, tombstones included.
    func record(_ key: RecordID, of model: String, in api: String) throws -> Record?

    /// The records with some keys in one statement, for relations; missing ones are left out.
    func records(_ keys: [RecordID], of model: String, in api: String) throws -> [Record]

    /// The fields of a former version of a record; `nil` if the store does not have it any more, or never kept it.
    func formerFields(_ version: Int, of key: RecordID, of model: String, in api: String) throws -> GraphQLObject?

    /// A page of records in the order of an index, equal keys by primary key.
    ///
    /// Positions are places in the order and not numbers, so that no record is skipped or repeated when others come and
    /// go. A position that is not in the queried part is no error: the page begins at the next record of that part. The
    /// page ends early before its records exceed some megabytes; then it has a position, too.
    /// - Throws: `RecordRefusal.unorderedKey` if the position has a value that no key can have.
    func page(_ query: RecordQuery, of model: String, in api: String) throws -> RecordPage

    /// The first records of several partitions of an index, for has-many relations.
    ///
    /// The partition of the query's key is replaced by each of the others. At most `limit` records of a partition are
    /// read, before the filter, so a page can be short and have a position; the limit of reads is one of each
    /// partition. One statement finds all places and the short records there, however many partitions there are, up to
    /// a constant; one more gets the long records.
    func pages(
        _ partitions: [GraphQLValue], _ query: RecordQuery, of model: String, in api: String
    ) throws -> [RecordPage]

    /// The changes of a model at or after a time in milliseconds, in the order of time, after a position.
    ///
    /// Of the records outside the scope nothing is read, as in a page.
    ///
    /// Each changed record is there once, with its newest version. A record that changes again between two pages moves to
    /// a later page, so that no change is missed.
    func changes(
        of model: String, in api: String, scope: RecordScope, since time: Int, after position: RecordPosition?,
        limit: Int
    ) throws -> RecordPage

    /// The stored values of an API, or of all APIs without an id, that are still to be removed, the oldest first.
    func cleanups(of api: String?) throws -> [RecordCleanup]

    /// Whether stored values are still to be removed.
    func isListed(_ cleanup: RecordCleanup) throws -> Bool

    /// The stored revision of an API; `nil` if there is none.
    func revision(of api: String) throws -> Int?

    /// The name of a model that has records in an API; `nil` if the API has no records.
    func modelWithRecords(in api: String) throws -> String?
}

/// What a transaction can change of records.
package protocol RecordWriting: RecordReading, ChangeLogWriting {
    /// Stores a record and its change, if the stored version is the expected one; `nil` expects no record.
    ///
    /// - Throws: `RecordConflict` with the stored record otherwise, or `RecordRefusal`.
    func put(_ record: Record, expecting version: Int?, indexes: RecordIndexValues, in api: String) throws

    /// Keeps the stored version of a record, which is about to be replaced at a time in milliseconds.
    ///
    /// Of the versions of a record, the last `RecordLimits.versions` ones stay.
    func keepVersion(of key: RecordID, of model: String, replacedAt time: Int, in api: String) throws

    /// Removes the former versions of all APIs that were replaced before a time in milliseconds.
    ///
    /// - Returns: the number of removed versions, at most `limit`.
    func removeVersions(replacedBefore time: Int, limit: Int) throws -> Int

    /// Removes a record with its former versions for good: without versions, or when a tombstone expires.
    ///
    /// - Throws: `RecordConflict` if the stored version is another one.
    func remove(_ key: RecordID, of model: String, expecting version: Int, in api: String) throws

    /// Removes tombstones of all APIs that were last changed before a time in milliseconds.
    ///
    /// - Returns: the number of removed tombstones, at most `limit`.
    func removeTombstones(changedBefore time: Int, limit: Int) throws -> Int

    /// Gives the next records of a model their places in its present indexes and rules, after a key.
    ///
    /// - Returns: the key after which the next step begins; `nil` if all records are done.
    /// - Throws: `RecordRefusal` if a record has a value that the new indexes do not accept.
    func reindex(_ model: Model, in api: String, after key: RecordID?, limit: Int) throws -> RecordID?

    /// Takes stored values that are removed from the list.
    func finish(_ cleanup: RecordCleanup) throws
}

extension RecordStore {
    /// Gives all records of an API their places in the indexes and the rules of its new models, in short transactions.
    ///
    /// The schema becomes active after the first call. A second call follows when no write under the former schema runs
    /// any more; it changes the places of the records of such writes only. Places that the models do not name are removed,
    /// so each transaction checks that no other change of the API has taken its own models into use: the API must have the
    /// `revision`, or must not be stored if it is `nil`.
    /// The `pace` decides how many records a transaction has, and leaves the store to others after each one.
    /// - Throws: `RecordRefusal` if a record has a value that the new indexes do not accept, `OutdatedRevision`, or an error
    ///   of the store.
    package func reindex(
        _ models: [Model], in api: String, atRevision revision: Int?, pace: MaintenancePace = MaintenancePace()
    ) async throws {
        var pace = pace
        for model in models {
            var next: RecordID?
            repeat {
                next = try await write(at: &pace) { [after = next] writer, size in
                    try writer.requireRevision(revision, of: api)
                    return try writer.reindex(model, in: api, after: after, limit: size)
                }
            } while next != nil
        }
    }
}

/// The error of a write whose expectation of the stored record is wrong.
package struct RecordConflict: Error, Hashable {
    /// The stored record; `nil` if there is none.
    package var stored: Record?

    /// Makes an error.
    package init(stored: Record?) { self.stored = stored }
}

/// The values by which a record is found besides its key.
package struct RecordIndexValues: Hashable, Sendable {
    /// The partition and the sort value in each index that the record is in, by the name of the index.
    package var indexes: [String: Entry]
    /// The owners and groups of each field that a rule names.
    package var members: [String: [String]]

    /// The place of a record in an index.
    package struct Entry: Hashable, Sendable {
        /// The value that chooses the partition.
        package var partition: GraphQLValue
        /// The value that orders the partition.
        package var sort: GraphQLValue?
    }

    /// The values of a record's fields in the indexes and the rules of its model.
    package init(_ fields: GraphQLObject, _ model: Model) {
        indexes = [:]
        members = [:]
        for index in model.indexes {
            guard let partition = fields[index.partition], partition != .null else { continue }
            let sort = SortKey.value(of: fields, index.sort)
            // A record without a value of the sort key is left out of the index, as in the table store.
            guard index.sort.isEmpty || sort != nil else { continue }
            indexes[index.name] = Entry(partition: partition, sort: sort)
        }
        for field in model.access.recordFields {
            let owners = fields.owners(in: field)
            if !owners.isEmpty { members[field] = owners }
        }
    }
}

/// The records that a caller may see.
package enum RecordScope: Hashable, Sendable {
    /// All of them.
    case everything
    /// Those with one of some values in one of some fields.
    case members([Membership])
    /// None.
    case nothing

    /// Values of a field that holds owners or groups.
    package struct Membership: Hashable, Sendable {
        /// The field.
        package var field: String
        /// The values.
        package var values: [String]

        /// Makes a membership.
        package init(_ field: String, _ values: [String]) {
            self.field = field
            self.values = values
        }
    }

    /// Whether a record is in the scope.
    package func contains(_ record: GraphQLObject) -> Bool {
        switch self {
        case .everything: true
        case .nothing: false
        case .members(let memberships): memberships.contains { $0.holds(for: record) }
        }
    }
}

extension RecordScope.Membership {
    /// Whether a record has one of the values in the field.
    package func holds(for record: GraphQLObject) -> Bool {
        switch record[field] {
        case .list(let elements)?: elements.contains(where: isOne)
        case let value?: isOne(value)
        case nil: false
        }
    }

    /// Whether a value is one of the texts, byte by byte.
    private func isOne(_ value: GraphQLValue) -> Bool {
        guard let text = value.text else { return false }
        return values.contains { $0.utf8.elementsEqual(text.utf8) }
    }
}

extension GraphQLObject {
    /// The owners or groups in a field of a record: its text, or the texts of its list.
    package func owners(in field: String) -> [String] {
        self[field].map { $0.elements ?? [$0] }?.compactMap(\.text) ?? []
    }
}

/// A query of one page.
package struct RecordQuery: Hashable, Sendable {
    /// The index; `nil` for the primary key.
    package var index: String?
    /// The part of the index; `nil` for all records, which are in the order of the primary key then.
    package var key: KeyCondition?
    /// The records that the caller may see.
    package var scope: RecordScope
    /// What the records are filtered by after they are read.
    package var filter: Condition?
    /// Whether the order is reversed.
    package var isDescending: Bool
    /// Whether tombstones are in the page.
    package var includesDeleted: Bool
    /// The record after which the page begins.
    package var after: RecordPosition?
    /// The most records of the page.
    package var limit: Int
    /// The most records that are read for it.
    package var readLimit: Int

    /// Makes a query.
    package init(
        index: String? = nil, key: KeyCondition? = nil, scope: RecordScope, filter: Condition? = nil,
        isDescending: Bool = false, includesDeleted: Bool = false, after: RecordPosition? = nil, limit: Int = 100,
        readLimit: Int = 10_000
    ) {
        self.index = index
        self.key = key
        self.scope = scope
        self.filter = filter
        self.isDescending = isDescending
        self.includesDeleted = includesDeleted
        self.after = after
        self.limit = limit
        self.readLimit = readLimit
    }
}

extension RecordQuery {
    /// The place of a record in the order of the query.
    package func position(of record: Record, _ model: Model) -> RecordPosition {
        let sort = index.flatMap { model.index($0) }.flatMap { SortKey.value(of: record.fields, $0.sort) }
        return RecordPosition(sort: sort, key: record.key)
    }
}

/// A place in an order of records, which stays when records come and go.
package struct RecordPosition: Hashable, Sendable {
    /// The sort value of the record, or its time for changes.
    package var sort: GraphQLValue?
    /// The primary key of the record.
    package var key: RecordID

    /// Makes a position.
    package init(sort: GraphQLValue?, key: RecordID) {
        self.sort = sort
        self.key = key
    }
}

/// A page of records.
package struct RecordPage: Hashable, Sendable {
    /// The records.
    package var records: [Record]
    /// Where the next page begins; `nil` for the last page.
    package var next: RecordPosition?
    /// How many records were read; a large one counts as several, see ``units(ofBytes:)``.
    package var read: Int

    /// Makes a page.
    package init(_ records: [Record], next: RecordPosition? = nil, read: Int) {
        self.records = records
        self.next = next
        self.read = read
    }

    /// As how many records one of some bytes counts: as one for each 4 KB that it has or begins, as in the table store.
    package static func units(ofBytes bytes: Int) -> Int { max(1, (bytes + 4_095) / 4_096) }
}
