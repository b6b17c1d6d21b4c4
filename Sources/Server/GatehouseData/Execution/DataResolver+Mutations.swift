// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseSchemaCompiler

extension DataResolver {
    /// The attempts of a mutation whose conflicts a function resolves, while others change the record again and again.
    private static let mostAttempts = 5

    /// Executes a mutation, and hands its change to the subscribers once it is committed.
    func mutate(
        _ field: PlannedField, _ prepared: PreparedModel, _ kind: RecordChange.Kind
    ) async throws(GraphQLError) -> Resolved<DataObject> {
        var resolution: ConflictResolution?
        for number in 1...Self.mostAttempts {
            let conflict: VersionConflict
            switch try await attempt(field, prepared, kind, resolution) {
            case .success(let value): return value
            case .failure(let failure): conflict = failure
            }
            guard number < Self.mostAttempts else { break }
            resolution = try await self.resolution(of: conflict, field, prepared)
            if resolution == nil { throw .conflict(await answer(conflict.stored, prepared, field)) }
        }
        throw .tooManyConflicts
    }

    /// Executes a mutation once.
    private func attempt(
        _ field: PlannedField, _ prepared: PreparedModel, _ kind: RecordChange.Kind, _ resolution: ConflictResolution?
    ) async throws(GraphQLError) -> Result<Resolved<DataObject>, VersionConflict> {
        let context = context
        let place = events.place(in: context.prepared, by: context.forwardClock)
        let newID = NewRecordID(context.entropy)
        do {
            try await events.requireMark()
            let outcome = try await store.write { writer in
                let outcome = try RecordWriter(
                    context: context, writer: writer, prepared: prepared, field: field, newID: newID,
                    resolution: resolution
                ).write(kind)
                // The place among the changes of the record is taken inside the transaction: it is the commit's order.
                if outcome.isChange {
                    if let logged = place.take(RecordChange(kind, outcome.record)) {
                        try writer.log(kind, outcome.record, at: logged, time: context.forwardClock.now.milliseconds)
                    }
                } else {
                    place.withdraw()
                }
                return outcome
            }
            if outcome.isChange {
                context.budget.noteWrite()
                place.deliver()
            } else {
                place.leave()
            }
            return .success(outcome.value)
        } catch let conflict as VersionConflict {
            place.leave()
            return .failure(conflict)
        } catch let refusal where refusal is GraphQLError || refusal is OutdatedRevision {
            place.leave()
            throw failure(refusal)
        } catch {
            // The database may still commit what this process has lost sight of.
            place.leaveInDoubt()
            throw failure(error)
        }
    }

    /// The stored record of a conflict as the mutation selects it, with what the client needs to resolve the conflict.
    private func answer(_ stored: Record, _ prepared: PreparedModel, _ field: PlannedField) async -> GraphQLValue {
        var data = GraphQLObject()
        let admitted = prepared.admit(written: stored, nil, context.caller)
        if let object = try? await object(admitted, prepared, field) {
            let executor = Executor(
                context.prepared.api.schema, self, scalars: AWSScalars.rules, limits: context.limits.execution)
            let result = await executor.complete(field, with: object)
            data = result.data?[field.key]?.members ?? [:]
        }
        data["__typename"] = .string(prepared.name)
        for name in Record.versionFields { data[name] = stored.versioned[name] }
        return .object(data)
    }
}
