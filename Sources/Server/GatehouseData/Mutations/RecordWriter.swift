// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL

/// Writes one record in one transaction: judges by the stored record, checks the condition and the version, and reads
/// what the answer selects.
struct RecordWriter {
    /// A write that the transaction made.
    struct Outcome: Sendable {
        /// The record after the write; a deleted one as it was before, or its tombstone.
        var record: Record
        /// The value of the mutation's field.
        var value: Resolved<DataObject>
    }

    let context: RequestContext
    let writer: any RecordWriting
    let prepared: PreparedModel
    let field: PlannedField
    /// What a function decided about the conflict of an earlier attempt.
    var resolution: ConflictResolution?

    private var model: Model { prepared.model }
    private var api: String { context.prepared.id }
    private var input: GraphQLObject { field.arguments["input"]?.stored.members ?? [:] }

    /// Makes a write.
    ///
    /// - Throws: `GraphQLError` if it is refused; `VersionConflict` if the record was changed before.
    func write(_ kind: RecordChange.Kind) throws -> Outcome {
        switch kind {
        case .create: try create()
        case .update: try update()
        case .delete: try delete()
        }
    }

    // MARK: - Create

    private func create() throws -> Outcome {
        let verdict = context.judge(.create(input: input), of: prepared)
        try check(verdict, stored: nil)
        let now = context.clock.now
        let fields = RecordInput(input).created(model, owners: verdict.additions, id: context.entropy.uuid, at: now)
        let key = try key(of: fields)
        let version = model.isVersioned ? 1 : 0
        let record = Record(
            model: model.name, key: key, fields: fields, version: version, changedAt: now.milliseconds)
        try put(record, expecting: nil)
        return try outcome(record, verdict)
    }

    // MARK: - Update

    private func update() throws -> Outcome {
        let stored = try stored()
        let verdict = context.judge(.update(stored: stored?.fields, input: input), of: prepared)
        try check(verdict, stored: stored)
        guard let stored else { throw failedCondition }
        let now = context.clock.now
        let input = RecordInput(input)
        var record = stored
        record.isDeleted = false
        record.version += model.isVersioned ? 1 : 0
        record.changedAt = now.milliseconds
        let merges = strategy == .automerge
        if !model.isVersioned || input.version == stored.version {
            record.fields = input.updated(stored.fields, model, at: now)
        } else if merges, !stored.isDeleted, input.version < stored.version {
            let base = try writer.formerFields(input.version, of: stored.key, of: model.name, in: api)
            record.fields = input.merged(stored.fields, since: base, model, at: now)
        } else {
            record.fields = input.updated(stored.fields, model, at: now)
            record = try resolved(record, over: stored)
        }
        if merges {
            try writer.keepVersion(of: stored.key, of: model.name, replacedAt: now.milliseconds, in: api)
        }
        try put(record, expecting: stored.version)
        return try outcome(record, verdict)
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
        let stored = try stored()
        let verdict = context.judge(.delete(stored: stored?.fields), of: prepared)
        try check(verdict, stored: stored)
        guard let stored else { throw failedCondition }
        guard model.isVersioned else {
            do {
                try writer.remove(stored.key, of: model.name, expecting: stored.version, in: api)
            } catch is RecordConflict {
                throw failedCondition
            }
            return try outcome(stored, verdict)
        }
        var tombstone = stored
        tombstone.isDeleted = true
        tombstone.version += 1
        tombstone.changedAt = context.clock.now.milliseconds
        if RecordInput(input).version != stored.version { tombstone = try resolved(tombstone, over: stored) }
        try put(tombstone, expecting: stored.version)
        return try outcome(tombstone, verdict)
    }

    // MARK: - Parts

    private var failedCondition: GraphQLError { .failedCondition(isVersioned: model.isVersioned) }

    private func stored() throws -> Record? {
        try context.budget.take(1)
        return model.present(try writer.record(try key(of: input), of: model.name, in: api))
    }

    private func key(of fields: GraphQLObject) throws(GraphQLError) -> RecordID {
        guard let key = RecordID(fields, model.key) else {
            throw .badRequest(
                "One or more parameter values are not valid: a value of the key \(model.key.fields) is missing or empty."
            )
        }
        return key
    }

    /// Refuses what the verdict refuses, and a record for which the condition does not hold.
    private func check(_ verdict: AccessVerdict, stored: Record?) throws(GraphQLError) {
        guard verdict.isAllowed else { throw .unauthorized(verdict, field) }
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

    private func put(_ record: Record, expecting version: Int?) throws {
        do {
            let indexes = RecordIndexValues(record.fields, context.prepared.places.model(for: model))
            try writer.put(record, expecting: version, indexes: indexes, in: api)
        } catch let conflict as RecordConflict {
            if version == nil, let stored = conflict.stored, model.present(stored) == nil {
                try writer.remove(stored.key, of: model.name, expecting: stored.version, in: api)
                return try put(record, expecting: nil)
            }
            guard version != nil, model.isVersioned, let stored = conflict.stored else { throw failedCondition }
            throw VersionConflict(stored: stored, proposed: record)
        } catch let refusal as RecordRefusal {
            throw GraphQLError.badRequest(refusal.description)
        }
    }

    /// The outcome with what the answer selects, read in the same transaction.
    private func outcome(_ record: Record, _ verdict: AccessVerdict) throws -> Outcome {
        let reader = RecordReader(context: context, reader: writer)
        let admitted = prepared.answer(record, verdict, context.caller)
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

extension PreparedModel {
    /// A record in the answer of a mutation.
    ///
    /// The caller sees what it may read, and the fields without rules of their own that the mutation itself allows: a
    /// caller that may only create gets the id of the new record. Fields that subscribers may not have are hidden.
    func answer(_ record: Record, _ verdict: AccessVerdict?, _ caller: Caller) -> AdmittedRecord {
        let read = judge.judge(.related(stored: record.fields), by: caller)
        let written = (verdict?.fields ?? []).subtracting(model.access.restricted)
        return AdmittedRecord(record: record, readable: read.fields.union(written), hidden: redacted)
    }
}
