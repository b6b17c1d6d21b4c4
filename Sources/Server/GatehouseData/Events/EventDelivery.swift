// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL

/// What a subscription asked for, and how its payloads are made.
struct EventDelivery: Sendable {
    let service: DataService
    let caller: Caller
    let prepared: PreparedModel
    let plan: ExecutionPlan
    /// The records that the rules let the caller have.
    let scope: RecordScope
    /// The values that fields must have.
    let arguments: GraphQLObject
    /// The filter of the subscriber.
    let filter: Condition?
    /// Receives the decisions about the subscriber.
    let decisions: DecisionLog

    /// The payload for a change; `nil` if the subscriber does not receive it.
    ///
    /// The change is judged for the subscriber as it is now: its owner may be another one than before.
    func payload(for change: RecordChange) async -> GraphQLObject? {
        let record = change.record
        guard let field = plan.fields.first, matches(record) else { return nil }
        let readable =
            prepared.model.operations.level == .public
            ? Set(prepared.model.access.fields)
            : prepared.judge.readableFields(of: record.fields, .listen, by: caller, noting: decisions)
        guard !readable.isEmpty else { return nil }
        let admitted = AdmittedRecord(record: record, readable: readable, hidden: prepared.redacted)
        let resolver = service.resolver(for: caller, noting: decisions)
        var event: Resolved<DataObject>
        do throws(GraphQLError) {
            event = try await resolver.object(admitted, prepared, field)
        } catch {
            event = .failure(error)
        }
        let executor = service.executor(resolver)
        return await executor.execute(plan, event: event).response.members
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
