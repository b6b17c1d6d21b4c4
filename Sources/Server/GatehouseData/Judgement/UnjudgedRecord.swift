// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL

/// A stored record about which no rule has decided.
///
/// Only this file can read what it holds, so a resolver that answers with a record which the judge has not admitted
/// does not compile.
struct UnjudgedRecord: Hashable, Sendable {
    fileprivate let record: Record

    init(_ record: Record) { self.record = record }

    /// The name of the model.
    var model: String { record.model }
    /// The key, which can be compared and not read.
    var key: KeyBytes { KeyBytes(record.key) }
    /// The number of accepted writes, which no rule hides.
    var version: Int { record.version }
    /// Whether the record is a tombstone, which no rule hides.
    var isDeleted: Bool { record.isDeleted }

    /// The owners or groups in a field, for the choice of the subscribers that judge a change of the record.
    func owners(in field: String) -> [String] { record.fields.owners(in: field) }

    /// The place of the record in the order of a query, for a token that clients cannot read.
    func position(in query: RecordQuery, _ model: Model) -> RecordPosition { query.position(of: record, model) }
}

/// A record of which a caller may read some fields; only the judge makes it.
struct AdmittedRecord: Sendable {
    /// What a caller gets of a field.
    enum FieldValue: Hashable {
        /// The value.
        case value(GraphQLValue)
        /// Nothing, as all callers.
        case hidden
        /// A refusal.
        case refused
    }

    private let record: Record
    private let readable: Set<String>
    /// The fields that are hidden from all callers.
    private let concealed: Set<String>

    fileprivate init(_ record: Record, readable: Set<String>, hidden: Set<String> = []) {
        self.record = record
        self.readable = readable
        concealed = hidden
    }

    /// The name of the model.
    var model: String { record.model }
    /// The number of accepted writes, which no rule hides.
    var version: Int { record.version }
    /// The time of the last write in milliseconds since 1970, which no rule hides.
    var changedAt: Int { record.changedAt }
    /// Whether the record is a tombstone, which no rule hides.
    var isDeleted: Bool { record.isDeleted }

    /// About as many bytes as the record has in JSON.
    var size: Int { GraphQLValue.object(record.fields).estimatedSize }

    /// What the caller gets of a field.
    func value(of field: String) -> FieldValue {
        guard readable.contains(field) else { return .refused }
        return concealed.contains(field) ? .hidden : .value(record.fields[field] ?? .null)
    }

    /// Whether the caller gets the value of a field.
    func shows(_ field: String) -> Bool { readable.contains(field) && !concealed.contains(field) }

    /// The values by which a relation finds other records; `nil` if one is missing, or if the caller does not get the
    /// field of the relation.
    func end(of relation: Relation, at field: String) -> RecordID? {
        guard shows(field), let first = relation.ownFields.first else { return nil }
        return RecordID(record.fields, RecordKey(partition: first, sort: Array(relation.ownFields.dropFirst())))
    }

    /// All stored values, for the function of the server that answers a field; `nil` if the caller does not get the
    /// field.
    func source(of field: String, isVersioned: Bool) -> GraphQLObject? {
        guard shows(field) else { return nil }
        return isVersioned ? record.versioned : record.fields
    }
}

// MARK: - Reading

extension PreparedModel {
    /// Admits the caller of a request to the record that it gets by its key.
    ///
    /// - Returns: the record; `nil` if there is none.
    /// - Throws: `GraphQLError` for a foreign record, and for a caller who may not get any record.
    func admit(
        _ stored: UnjudgedRecord?, to field: PlannedField, _ context: RequestContext
    ) throws(GraphQLError) -> AdmittedRecord? {
        let verdict = context.judge(.get(stored: stored?.record.fields), of: self)
        return try admit(stored, verdict, absent: .get(stored: nil), at: field, context)
    }

    /// Admits the caller of a request to the record at the other end of a relation.
    ///
    /// `relatedRules(of:)` makes the `rules`.
    ///
    /// - Returns: the record; `nil` if there is none, or a tombstone that is not shown.
    /// - Throws: `GraphQLError` for a foreign record, and for a caller who may not read any record.
    func admit(
        related stored: UnjudgedRecord?, by rules: inout ReadingRules, showsTombstones: Bool, to field: PlannedField,
        _ context: RequestContext
    ) throws(GraphQLError) -> AdmittedRecord? {
        let verdict =
            if let stored {
                judge.judge(related: stored.record.fields, by: &rules, noting: context.decisions)
            } else {
                context.judge(.related(stored: nil), of: self)
            }
        let admitted = try admit(stored, verdict, absent: .related(stored: nil), at: field, context)
        return admitted.flatMap { showsTombstones || !$0.isDeleted ? $0 : nil }
    }

    /// Admits the caller by a verdict on the record; `absent` is the request for a missing one.
    private func admit(
        _ stored: UnjudgedRecord?, _ verdict: AccessVerdict, absent: AccessRequest, at field: PlannedField,
        _ context: RequestContext
    ) throws(GraphQLError) -> AdmittedRecord? {
        if verdict.isAllowed { return stored.map { AdmittedRecord($0.record, readable: verdict.fields) } }
        // An API that hides foreign records answers as if there were none.
        let isHidden =
            context.hidesForeignRecords && stored != nil
            && judge.judge(absent, by: context.caller).isAllowed
        guard isHidden else { throw .unauthorized(verdict, field) }
        return nil
    }

    /// Those of the records in the pages of a relation that the caller of a request may read, with the fields of each.
    func admit(related pages: [[UnjudgedRecord]], _ context: RequestContext) -> [[AdmittedRecord]] {
        var rules = relatedRules(of: context.caller)
        return pages.map { records in
            records.compactMap { stored in
                let verdict = judge.judge(
                    related: stored.record.fields, by: &rules, noting: context.decisions.leavingOut)
                return verdict.isAllowed ? AdmittedRecord(stored.record, readable: verdict.fields) : nil
            }
        }
    }

    /// The rules by which a caller reads records at the other ends of a relation.
    func relatedRules(of caller: Caller) -> ReadingRules {
        ReadingRules(judge, AccessRequest.related(stored: nil).actions, caller)
    }

    /// Those of the records in a list or a sync that the caller of a request may read, with the fields of each.
    func admit(
        _ records: [UnjudgedRecord], _ action: AccessAction, _ context: RequestContext
    ) -> [AdmittedRecord] {
        var rules = ReadingRules(judge, [action], context.caller)
        return records.compactMap { stored in
            let readable = judge.readableFields(of: stored.record.fields, by: &rules, noting: context.decisions)
            return readable.isEmpty ? nil : AdmittedRecord(stored.record, readable: readable)
        }
    }

    /// Those of some changes that are in the scope of a verdict, and for which a filter holds.
    ///
    /// The fields of the filter must be searchable by the verdict.
    func changes(
        _ records: [UnjudgedRecord], in verdict: AccessVerdict, _ filter: Condition?, _ context: RequestContext
    ) -> [UnjudgedRecord] {
        records.filter { stored in
            guard verdict.scope.contains(stored.record.fields) else {
                context.decisions.leavingOut.note(stored.record.key) { refusal in
                    AccessDecision(subject: name, action: .sync, outcome: refusal, reason: verdict.reason.unmatched)
                }
                return false
            }
            return filter?.holds(for: stored.record.versioned) ?? true
        }
    }
}

// MARK: - Events

extension EventDelivery {
    /// Admits the subscriber to a changed record, as the record and the rules are now.
    ///
    /// - Returns: the record; `nil` if the subscriber did not ask for it, or may not read it.
    func admit(_ change: RecordChange) -> AdmittedRecord? {
        let record = change.record.record
        guard matches(record) else { return nil }
        let readable = prepared.judge.readableFields(of: record.fields, .listen, by: caller, noting: decisions)
        guard !readable.isEmpty else { return nil }
        return AdmittedRecord(record, readable: readable, hidden: prepared.redacted)
    }

    private func matches(_ record: Record) -> Bool {
        guard scope.contains(record.fields) else { return false }
        for (name, value) in arguments {
            let stored = record.fields[name] ?? .null
            // An owner is given as readers see it.
            guard stored.isSame(as: value) || prepared.shown(stored, of: name).isSame(as: value) else { return false }
        }
        return filter?.holds(for: prepared.model.isVersioned ? record.versioned : record.fields) ?? true
    }
}

// MARK: - Writing

extension PreparedModel {
    /// Opens the stored record for a change or a deletion by the caller of a request.
    ///
    /// `request` is what the caller wants to do with the fields of the stored record.
    ///
    /// - Returns: the record, `nil` if there is none, and the verdict, which allows the request.
    /// - Throws: `GraphQLError` for a record that the caller may not change so.
    func open(
        _ stored: UnjudgedRecord?, for request: (GraphQLObject?) -> AccessRequest, at field: PlannedField,
        _ context: RequestContext
    ) throws(GraphQLError) -> (record: Record?, verdict: AccessVerdict) {
        let verdict = context.judge(request(stored?.record.fields), of: self)
        guard verdict.isAllowed else { throw .unauthorized(verdict, field) }
        return (stored?.record, verdict)
    }

    /// Admits the caller to a record in the answer of a mutation, or in that of a conflict without a verdict.
    ///
    /// The caller sees what it may read, and the fields without rules of their own that the mutation itself allows: a
    /// caller that may only create gets the id of the new record. Fields that subscribers may not have are hidden.
    func admit(written record: Record, _ verdict: AccessVerdict?, _ caller: Caller) -> AdmittedRecord {
        let read = judge.judge(.related(stored: record.fields), by: caller)
        let written = (verdict?.fields ?? []).subtracting(model.access.restricted)
        return AdmittedRecord(record, readable: read.fields.union(written), hidden: redacted)
    }

    /// Admits the caller to a record that a function returned.
    ///
    /// The function decides about records, and the rules of fields about fields: a caller sees the fields without rules
    /// of their own, and the others as in a record of the store.
    func admit(returned record: Record, _ caller: Caller) -> AdmittedRecord {
        let open = model.access.allFields.subtracting(model.access.restricted)
        let readable = judge.judge(.related(stored: record.fields), by: caller).fields
        return AdmittedRecord(record, readable: open.union(readable))
    }
}
