// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL

/// The records of one API as requests see them: what comes out is ``UnjudgedRecord``.
///
/// Resolvers have no other way to the store. `Scripts/check-law.py` names the files that know a `RecordStore`.
struct GuardedStore: Sendable {
    private let store: any RecordStore
    private let api: String
    private let revision: Int?

    /// Guards the store for an API; its writes end when the API has another revision, `nil` if it is not stored.
    init(_ store: any RecordStore, api: String, revision: Int?) {
        self.store = store
        self.api = api
        self.revision = revision
    }

    /// Runs `body` on a consistent snapshot of the store.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (GuardedReader) throws -> Value
    ) async throws -> Value {
        try await store.read { [api] reader in try body(GuardedReader(reader, api: api)) }
    }

    /// Runs `body` in a transaction, which begins with the check that the schema of the request is still in force.
    ///
    /// A request can wait long for a function. Meanwhile its API can be deleted, and then nothing would find its records to
    /// remove them; or another schema can have indexes that the request does not know.
    /// - Throws: `OutdatedRevision`, the error of `body`, or that of the store.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (GuardedWriter) throws -> Value
    ) async throws -> Value {
        try await store.write { [api, revision] writer in
            try writer.requireRevision(revision, of: api)
            return try body(GuardedWriter(writer, api: api, revision: revision))
        }
    }
}

/// A page of records about which no rule has decided.
struct UnjudgedPage {
    /// The records.
    var records: [UnjudgedRecord]
    /// Where the next page begins; `nil` for the last page.
    var next: RecordPosition?
    /// How many records were read, as `RecordPage` counts them.
    let read: Int
    /// About as many bytes as the records have in JSON.
    let size: Int

    fileprivate init(_ page: RecordPage) {
        records = page.records.map { UnjudgedRecord($0) }
        next = page.next
        read = page.read
        size = page.records.reduce(0) { $0 + GraphQLValue.object($1.fields).estimatedSize }
    }
}

/// What a transaction of a request can read; `RecordReading` describes the methods.
struct GuardedReader {
    private let reader: any RecordReading
    private let api: String

    fileprivate init(_ reader: any RecordReading, api: String) {
        self.reader = reader
        self.api = api
    }

    /// The record with a key; `nil` for a tombstone from a time when the model had versions, if it has none any more.
    func record(_ key: RecordID, of model: Model) throws -> UnjudgedRecord? {
        let record = try reader.record(key, of: model.name, in: api)
        return record.flatMap { model.shows($0) ? UnjudgedRecord($0) : nil }
    }

    /// The records with some keys, in the order of the keys; `nil` for each missing one.
    func records(_ keys: [RecordID], of model: Model) throws -> [UnjudgedRecord?] {
        let found = try reader.records(keys, of: model.name, in: api).map { UnjudgedRecord($0) }
        let byKey = Dictionary(found.map { ($0.key, $0) }) { first, _ in first }
        return keys.map { byKey[KeyBytes($0)] }
    }

    /// A page of records in the order of an index.
    func page(_ query: RecordQuery, of model: Model) throws -> UnjudgedPage {
        UnjudgedPage(try reader.page(query, of: model.name, in: api))
    }

    /// The first records of several partitions of an index.
    func pages(_ partitions: [GraphQLValue], _ query: RecordQuery, of model: Model) throws -> [UnjudgedPage] {
        try reader.pages(partitions, query, of: model.name, in: api).map { UnjudgedPage($0) }
    }

    /// The changes of a model in a scope at or after a time in milliseconds, after a position.
    func changes(
        of model: Model, _ scope: RecordScope, since time: Int, after position: RecordPosition?, limit: Int
    ) throws -> UnjudgedPage {
        UnjudgedPage(
            try reader.changes(of: model.name, in: api, scope: scope, since: time, after: position, limit: limit))
    }
}

extension GuardedReader {
    /// The time before which all changes of all processes have ended, in milliseconds since 1970, as far as their marks
    /// say; what changes later has a later time by the clock of its process.
    ///
    /// `own` is what this process knows of itself, from before the transaction began. `node` is the id of this process.
    func settledTime(_ own: SettledChanges, of node: String) throws -> Int {
        try reader.changeMarks().reduce(own.time) { time, mark in
            guard mark.node != node, mark.isFresh(at: own.now), let open = mark.openTime else { return time }
            return min(time, open)
        }
    }
}

/// The error of a write whose record has another version than the expected one; it does not tell what the record has.
struct OtherVersion: Error {}

/// What a transaction of a request can change; `RecordWriting` describes the methods.
///
/// A writer takes records as they are only from the judge, which has opened them, or from the input of a caller.
struct GuardedWriter {
    /// What the transaction can read.
    let reader: GuardedReader
    private let writer: any RecordWriting
    private let api: String
    private let revision: Int?

    fileprivate init(_ writer: any RecordWriting, api: String, revision: Int?) {
        self.writer = writer
        self.api = api
        self.revision = revision
        reader = GuardedReader(writer, api: api)
    }

    /// The fields of a former version of an opened record; `nil` if the store does not have it.
    func formerFields(_ version: Int, of record: Record) throws -> GraphQLObject? {
        try writer.formerFields(version, of: record.key, of: record.model, in: api)
    }

    /// Keeps the stored version of an opened record, which is about to be replaced at a time in milliseconds.
    func keepVersion(of record: Record, replacedAt time: Int) throws {
        try writer.keepVersion(of: record.key, of: record.model, replacedAt: time, in: api)
    }

    /// Stores a record of a model if the stored version is the expected one; `nil` expects no record.
    ///
    /// A tombstone that the model does not show any more is replaced.
    /// - Throws: `OtherVersion`, or `RecordRefusal`.
    func put(_ record: Record, of model: Model, expecting version: Int?, indexes: RecordIndexValues) throws {
        do {
            try writer.put(record, expecting: version, indexes: indexes, in: api)
        } catch let conflict as RecordConflict {
            guard version == nil, let stored = conflict.stored, !model.shows(stored) else { throw OtherVersion() }
            try writer.remove(stored.key, of: model.name, expecting: stored.version, in: api)
            try writer.put(record, expecting: nil, indexes: indexes, in: api)
        }
    }

    /// Adds the change of a record to the change log, at a time in milliseconds since 1970.
    func log(_ kind: RecordChange.Kind, _ record: Record, at place: LoggedChange.Place, time: Int) throws {
        let change = LoggedChange(
            place: place, api: api, revision: revision ?? 0, kind: kind.logged, record: record)
        try writer.log(change, at: time)
    }

    /// Removes an opened record for good.
    ///
    /// - Throws: `OtherVersion` if the stored version is another one.
    func remove(_ record: Record) throws {
        do {
            try writer.remove(record.key, of: record.model, expecting: record.version, in: api)
        } catch is RecordConflict {
            throw OtherVersion()
        }
    }
}

extension Model {
    /// Whether a stored record is one of the model: not a tombstone from a time when the model had versions, if it has
    /// none any more.
    fileprivate func shows(_ record: Record) -> Bool { isVersioned || !record.isDeleted }
}

/// A key that equals another one byte by byte; Swift's own comparison of texts knows more equal ones.
struct KeyBytes: Hashable, Sendable {
    private let bytes: [[UInt8]]

    /// The bytes of a key's values.
    init(_ key: RecordID) { bytes = key.values.map { Array((SortKey.spelling($0) ?? "").utf8) } }
}
