// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL

/// Finds the values of fields for one request.
///
/// A root field reads or writes in one transaction, with all that is selected below it; the fields below take their
/// values from what was loaded.
struct DataResolver: FieldResolver {
    let context: RequestContext
    let store: GuardedStore
    let events: DataEvents
    /// Receives the failures of the store.
    let report: @Sendable (any Error) -> Void

    func resolve(
        _ field: PlannedField, of object: DataObject?, at path: [PathSegment]
    ) async throws(GraphQLError) -> Resolved<DataObject> {
        guard context.admits(field) else { throw .unauthorized(field) }
        switch object {
        case nil: return try await root(field)
        case .record(let record): return try await value(of: field, in: record)
        case .connection(let connection): return value(of: field, in: connection)
        case .plain(let members): return try await value(of: field, in: members)
        }
    }

    // MARK: - Root fields

    private func root(_ field: PlannedField) async throws(GraphQLError) -> Resolved<DataObject> {
        let prepared = context.prepared
        guard let kind = prepared.kind(ofRoot: field.parent), let operation = prepared.operation(kind, field.name)
        else {
            return .null
        }
        switch operation {
        case .get(let model): return try await read { try $0.get(field, model) }
        case .list(let model): return try await read { try $0.list(field, model) }
        case .index(let model, let index): return try await read { try $0.list(field, model, index: index) }
        case .sync(let model):
            // What ends later than this is not before the start of the next sync.
            let start = SyncStart(events, context.forwardClock)
            return try await read { try $0.sync(field, model, start) }
        case .mutate(let model, let change): return try await mutate(field, model, change)
        // Subscriptions are not executed, and their events are resolved before.
        case .listen: return .null
        case .written(let written):
            if let access = written.access, !context.admits(field, by: access) { throw .unauthorized(field) }
            return written.functions.isEmpty ? .null : try await call(written.functions, for: field, of: nil)
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (RecordReader) throws -> Value
    ) async throws(GraphQLError) -> Value {
        let context = context
        do {
            return try await store.read { reader in try body(RecordReader(context: context, reader: reader)) }
        } catch {
            throw failure(error)
        }
    }

    /// The error of a field for the error of a transaction.
    func failure(_ error: any Error) -> GraphQLError {
        if let error = error as? GraphQLError { return error }
        report(error)
        return .internalFailure
    }

    /// A record with what a field selects of it, read outside a mutation.
    func object(
        _ record: AdmittedRecord, _ prepared: PreparedModel, _ field: PlannedField
    ) async throws(GraphQLError) -> Resolved<DataObject> {
        guard prepared.selectsRelations(field) else {
            return .object(.record(LoadedRecord(admitted: record)), type: prepared.name)
        }
        return try await read { try $0.object(record, prepared, field) }
    }

    // MARK: - Records

    private func value(
        of field: PlannedField, in loaded: LoadedRecord
    ) async throws(GraphQLError) -> Resolved<DataObject> {
        let record = loaded.admitted
        switch field.name {
        case "_version": return .value(.int(record.version))
        case "_deleted": return .value(record.isDeleted ? .boolean(true) : .null)
        case "_lastChangedAt": return .value(.int(record.changedAt))
        default: break
        }
        let stored = record.value(of: field.name)
        guard let prepared = context.prepared.model(record.model), let definition = prepared.model.fields[field.name],
            stored != .refused
        else { throw .unauthorized(field) }
        if let relation = definition.relation {
            if let value = loaded.related[field.key] { return value }
            guard relation.kind == .hasMany, let other = context.prepared.model(relation.model) else { return .null }
            // The records of a hidden relation are an empty list.
            return .object(.connection(LoadedConnection()), type: other.connection)
        }
        guard case .value(let value) = stored else { return .null }
        if !definition.functions.isEmpty {
            let source = record.source(of: field.name, isVersioned: prepared.model.isVersioned)
            return try await call(definition.functions, for: field, of: source)
        }
        return TypedValue(prepared.shown(value, of: field.name), field.type, context.prepared).resolved()
    }

    private func value(of field: PlannedField, in connection: LoadedConnection) -> Resolved<DataObject> {
        switch field.name {
        case "items": .list(connection.items[field.key] ?? [])
        case "nextToken": connection.nextToken.map { .value(.string($0)) } ?? .null
        case "startedAt": connection.startedAt.map { .value(.int($0)) } ?? .null
        default: .null
        }
    }

    // MARK: - Plain types

    private func value(
        of field: PlannedField, in members: GraphQLObject
    ) async throws(GraphQLError) -> Resolved<DataObject> {
        let type = context.prepared.api.plainTypes[field.parent]
        if let access = type?.access[field.name], !context.admits(field, by: access) { throw .unauthorized(field) }
        if let functions = type?.fields[field.name]?.functions, !functions.isEmpty {
            return try await call(functions, for: field, of: members)
        }
        return try await resolved(members[field.name] ?? .null, field)
    }
}

extension PreparedModel {
    /// Whether a field selects records of other models.
    func selectsRelations(_ field: PlannedField) -> Bool {
        field.selections(of: name).contains { model.fields[$0.name]?.relation != nil }
    }
}
