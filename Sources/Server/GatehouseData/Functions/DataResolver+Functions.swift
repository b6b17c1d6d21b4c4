// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

extension DataResolver {
    /// The value of a field that functions answer, one after another; `source` has the values of its object.
    ///
    /// The rules of the field have admitted the caller before. A field of an event is `null`: the function was not
    /// called for each subscriber.
    func call(
        _ functions: [FunctionCall], for field: PlannedField, of source: GraphQLObject?
    ) async throws(GraphQLError) -> Resolved<DataObject> {
        guard let origin = context.origin else { return .null }
        let event = FunctionEvent(field, of: source, context, from: origin)
        var result = GraphQLValue.object([:])
        for function in functions {
            let members = event.members(after: result)
            if function.isEvent {
                try context.functions.begin(function, members, context)
                result = .null
            } else {
                result = try await context.functions.result(of: function, members, context)
            }
        }
        return try await resolved(result, field)
    }

    /// The value of a field for what a function returned; objects of models get their related records.
    func resolved(_ value: GraphQLValue, _ field: PlannedField) async throws(GraphQLError) -> Resolved<DataObject> {
        let value = TypedValue(value, field.type, context.prepared)
        var records: [String: [AdmittedRecord]] = [:]
        for (name, objects) in value.objects {
            guard let prepared = context.prepared.model(name) else { continue }
            records[name] = objects.map { prepared.admit(returned: prepared.record(of: $0), context.caller) }
        }
        let isRelated = records.keys.contains { context.prepared.model($0)?.selectsRelations(field) == true }
        guard isRelated else {
            return value.resolved(records.mapValues { $0.map { LoadedRecord(admitted: $0) } })
        }
        let admitted = records
        let loaded = try await read { reader in
            var loaded: [String: [LoadedRecord]] = [:]
            for (name, records) in admitted {
                guard let prepared = reader.context.prepared.model(name) else { continue }
                loaded[name] = try reader.load(records, prepared, field.selections(of: name))
            }
            return loaded
        }
        return value.resolved(loaded)
    }
}

extension PreparedModel {
    /// The record that a function returned as an object.
    fileprivate func record(of object: GraphQLObject) -> Record {
        var fields = object.withoutNulls
        for name in Record.versionFields + ["__typename"] { fields[name] = nil }
        var record = Record(model: name, key: RecordID(fields, model.key) ?? RecordID([]), fields: fields)
        if case .int(let version)? = object["_version"] { record.version = version }
        if case .int(let time)? = object["_lastChangedAt"] { record.changedAt = time }
        record.isDeleted = object["_deleted"] == .boolean(true)
        return record
    }
}
