// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataModel
import GatehouseGraphQL
import GatehouseSchemaCompiler

extension DataResolver {
    /// Executes a mutation, and hands its change to the subscribers once it is committed.
    func mutate(
        _ field: PlannedField, _ prepared: PreparedModel, _ kind: RecordChange.Kind
    ) async throws(GraphQLError) -> Resolved<DataObject> {
        let context = context
        let place = events.place(in: context.prepared)
        do {
            let outcome = try await store.write { writer in
                let outcome = try RecordWriter(context: context, writer: writer, prepared: prepared, field: field)
                    .write(kind)
                // The place among the changes of the record is taken inside the transaction: it is the commit's order.
                place.take(RecordChange(kind, outcome.record))
                return outcome
            }
            place.deliver()
            return outcome.value
        } catch let conflict as VersionConflict {
            place.leave()
            throw .conflict(await answer(conflict.stored, prepared, field))
        } catch {
            place.leave()
            throw failure(error)
        }
    }

    /// The stored record of a conflict as the mutation selects it, with what the client needs to resolve the conflict.
    private func answer(_ stored: Record, _ prepared: PreparedModel, _ field: PlannedField) async -> GraphQLValue {
        var data = GraphQLObject()
        let admitted = prepared.answer(stored, nil, context.caller)
        if let object = try? await object(admitted, prepared, field) {
            let executor = Executor(
                context.prepared.api.schema, self, scalars: AWSScalars.rules, limits: context.limits.execution)
            let result = await executor.complete(field, with: object)
            data = result.data?[field.key]?.members ?? [:]
        }
        data["__typename"] = .string(prepared.name)
        for name in ["_version", "_deleted", "_lastChangedAt"] { data[name] = stored.versioned[name] }
        return .object(data)
    }
}
