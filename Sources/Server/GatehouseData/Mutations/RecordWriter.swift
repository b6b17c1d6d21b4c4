// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import Synchronization

/// Writes one record in one transaction: judges by the stored record, checks the condition and the version, and reads
/// what the answer selects.
struct RecordWriter {
    /// A write that the transaction made.
    struct Outcome: Sendable {
        /// The record after the write; a deleted one as it was before, or its tombstone.
        var record: Record
        /// The value of the mutation's field.
        var value: Resolved<DataObject>
        /// Whether the record was changed now: an update that is repeated was applied before.
        var isChange = true
    }

    /// What the caller wants to do with the fields of a stored record.
    private typealias Request = (GraphQLObject?) -> AccessRequest

    let context: RequestContext
    let writer: GuardedWriter
    let prepared: PreparedModel
    let field: PlannedField
    /// The id of a new record.
    let newID: NewRecordID
    /// What a function decided about the conflict of an earlier attempt.
    var resolution: ConflictResolution?

    private var model: Model { prepared.model }
    private var input: GraphQLObject { field.arguments["input"]?.stored.members ?? [:] }

    /// Makes a write.
    ///
    /// - Throws: `GraphQLError` if it is refused; `VersionConflict` if the record was changed before.
    func write(_ kind: RecordChange.Kind) throws -> Outcome {
        // A new record takes nothing of what the request may read, but time.
        try context.budget.take(0)
        return switch kind {
        case .create: try create()
        case .update: try update()
        case .delete: try delete()
        }
    }

    // MARK: - Create

    private func create() throws -> Outcome {
        let verdict = context.judge(.create(input: input), of: prepared)
        guard verdict.isAllowed else { throw GraphQLError.unauthorized(verdict, field) }
        try check(verdict, stored: nil)
        let now = context.clock.now
        let fields = RecordInput(input).created(model, owners: verdict.additions, id: newID.value, at: now)
        let key = try key(of: fields)
        if let name = model.missingField(in: fields) { throw Self.missingValue(name) }
        let version = model.isVersioned ? 1 : 0
        let record = Record(
            model: model.name, key: key, fields: fields, version: version, changedAt: present)
        try put(record)
        return try outcome(record, verdict)
    }

    // MARK: - Update

    private func update() throws -> Outcome {
        let sent = input
        let (stored, verdict) = try open { .update(stored: $0, input: sent) }
        let input = RecordInput(sent)
        // Before the condition, which held at the first attempt.
        if let stored, try isRepeated(input, of: stored, verdict) {
            return Outcome(record: stored, value: try outcome(stored, verdict).value, isChange: false)
        }
        try check(verdict, stored: stored)
        guard let stored else { throw failedCondition }
        let now = context.clock.now
        if let name = input.removedField(model) { throw Self.missingValue(name) }
        var record = stored
        record.isDeleted = false
        record.version += model.isVersioned ? 1 : 0
        record.change(at: time(after: stored))
        let merges = strategy == .automerge
        if !model.isVersioned || input.version == stored.version {
            record.fields = input.updated(stored.fields, model, at: now)
        } else if merges, !stored.isDeleted, input.version < stored.version {
            let base = try writer.formerFields(input.version, of: stored)
            record.fields = input.merged(stored.fields, since: base, model, at: now)
        } else {
            record.fields = input.updated(stored.fields, model, at: now)
            record = try resolved(record, over: stored)
        }
        if merges { try writer.keepVersion(of: stored, replacedAt: now.milliseconds) }
        try put(record, over: stored)
        return try outcome(record, verdict)
    }

    /// Whether an update with an old version was applied before.
    ///
    /// The answer tells whether the record has had the sent values. So the caller must be able to read them all.
    private func isRepeated(_ input: RecordInput, of stored: Record, _ verdict: AccessVerdict) throws -> Bool {
        guard strategy == .automerge, !stored.isDeleted, input.version < stored.version,
            Set(stored.fields.keys.filter { model.fields[$0] != nil }).union(input.values.keys)
                .isSubset(of: verdict.searchable),
            let base = try writer.formerFields(input.version, of: stored)
        else { return false }
        let update = RepeatedUpdate(
            input: input, base: base, stored: stored.fields, model: model, time: context.clock.now)
        var former: GraphQLObject?
        for version in input.version + 1...min(stored.version, input.version + RepeatedUpdate.mostVersions) {
            let isStored = version == stored.version
            guard let fields = isStored ? stored.fields : try writer.formerFields(version, of: stored) else {
                return false
            }
            if update.hasMade(fields, of: former) { return true }
            former = fields
        }
        return false
    }

    private var strategy: ConflictStrategy? { context.prepared.api.settings.conflicts(of: model.name)?.strategy }

    /// The record that replaces a stored one with another version than the caller's.
    ///
    /// - Throws: `VersionConflict` unless a function has decided about the stored version.
    private func resolved(_ proposed: Record, over stored: Record) throws -> Record {
        guard let resolution, resolution.version == stored.version else {
            throw VersionConflict(stored: stored, proposed: proposed)
        }
        var record = proposed
        switch resolution.action {
        case .write(let fields):
            record.fields = fields
            record.isDeleted = false
        case .remove:
            record.fields = stored.fields
            record.isDeleted = true
        }
        return record
    }

    // MARK: - Delete

    private func delete() throws -> Outcome {
        let (stored, verdict) = try open { .delete(stored: $0) }
        try check(verdict, stored: stored)
        guard let stored else { throw failedCondition }
        guard model.isVersioned else {
            try writer.remove(stored)
            var removed = stored
            removed.change(at: time(after: stored))
            return try outcome(removed, verdict)
        }
        var tombstone = stored
        tombstone.isDeleted = true
        tombstone.version += 1
        tombstone.change(at: time(after: stored))
        if RecordInput(input).version != stored.version { tombstone = try resolved(tombstone, over: stored) }
        try put(tombstone, over: stored)
        return try outcome(tombstone, verdict)
    }

    // MARK: - Parts

    /// The present time in milliseconds, by the clock that syncs of changes follow.
    private var present: Int { context.forwardClock.now.milliseconds }

    /// The time of a change of a stored record.
    ///
    /// Versions tell the order of the changes of a record. Without them the times do, also if the clock of another node
    /// was ahead.
    private func time(after stored: Record) -> Int {
        model.isVersioned ? present : max(present, stored.changedAt + 1)
    }

    private var failedCondition: GraphQLError { .failedCondition(isVersioned: model.isVersioned) }

    /// The error of a write after which the record could not be read: its type promises a value.
    private static func missingValue(_ field: String) -> GraphQLError {
        .badRequest("The record cannot be stored: \(RecordProblem.missing(field: field)).")
    }

    /// Reads and opens the record with the key in the input, for what the caller wants to do with it.
    private func open(for request: Request) throws -> (record: Record?, verdict: AccessVerdict) {
        try context.budget.take(1)
        let stored = try writer.reader.record(try key(of: input), of: model)
        return try prepared.open(stored, for: request, at: field, context)
    }

    private func key(of fields: GraphQLObject) throws(GraphQLError) -> RecordID {
        guard let key = RecordID(fields, model.key) else {
            throw .badRequest(
                "One or more parameter values are not valid: a value of the key \(model.key.fields) is missing or empty."
            )
        }
        return key
    }

    /// Refuses an opened record for which the condition does not hold, and a condition that the verdict refuses.
    private func check(_ verdict: AccessVerdict, stored: Record?) throws(GraphQLError) {
        let condition: Condition?
        do throws(ConditionProblem) {
            condition = try ConditionCompiler.condition(
                field.arguments["condition"], model, limits: context.limits.conditions)
        } catch {
            throw GraphQLError(error)
        }
        guard let condition else { return }
        // A condition tells by its success what a field has, so that it needs the permission to read the field.
        try prepared.requireSearchable(condition.fields, verdict, noting: context.decisions)
        let fields = model.isVersioned ? stored?.versioned : stored?.fields
        guard condition.holds(for: fields ?? [:]) else { throw failedCondition }
    }

    /// Stores a record as a new one, or in place of a record that was opened.
    ///
    /// An opened record was read in this transaction, so that its version is the stored one: only a new record can find
    /// another one in its place.
    private func put(_ record: Record, over opened: Record? = nil) throws {
        do {
            let indexes = RecordIndexValues(record.fields, context.prepared.places.model(for: model))
            try writer.put(record, of: model, expecting: opened?.version, indexes: indexes)
        } catch is OtherVersion {
            throw failedCondition
        } catch let refusal as RecordRefusal {
            throw GraphQLError.badRequest(refusal.description)
        }
    }

    /// The outcome with what the answer selects, read in the same transaction.
    private func outcome(_ record: Record, _ verdict: AccessVerdict) throws -> Outcome {
        let reader = RecordReader(context: context, reader: writer.reader)
        let admitted = prepared.admit(written: record, verdict, context.caller)
        return Outcome(record: record, value: try reader.object(admitted, prepared, field))
    }
}

/// The error of a write by a caller whose version of the record is not the stored one.
struct VersionConflict: Error {
    /// The stored record.
    let stored: Record
    /// The record that the write would have made of it.
    let proposed: Record
}

/// The id that a mutation gives to a new record without one: it is drawn once, however often the transaction is run.
///
/// A transaction is run again if its connection was lost at the commit. With another id it could add a second record.
final class NewRecordID: Sendable {
    private let entropy: Entropy
    private let drawn = Mutex<String?>(nil)

    init(_ entropy: Entropy) { self.entropy = entropy }

    /// The id.
    func value() -> String {
        drawn.withLock { id in
            if let id { return id }
            let new = entropy.uuid()
            id = new
            return new
        }
    }
}
