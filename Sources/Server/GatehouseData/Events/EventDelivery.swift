// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL

/// What a subscription asked for, and how its payloads are made.
///
/// A subscription keeps it as long as it lives, in one place.
final class EventDelivery: Sendable {
    let service: DataService
    let caller: Caller
    let prepared: PreparedModel
    private let shared: SubscriptionPlan
    /// The records that the rules let the caller have.
    let scope: RecordScope
    /// The values that fields must have.
    let arguments: GraphQLObject
    /// The filter of the subscriber.
    let filter: Condition?
    /// Receives the decisions about the subscriber.
    let decisions: DecisionLog

    init(
        service: DataService, caller: Caller, prepared: PreparedModel, plan: SubscriptionPlan, scope: RecordScope,
        arguments: GraphQLObject, filter: Condition?, decisions: DecisionLog
    ) {
        self.service = service
        self.caller = caller
        self.prepared = prepared
        shared = plan
        self.scope = scope
        self.arguments = arguments
        self.filter = filter
        self.decisions = decisions
    }

    /// The payload for a change; `nil` if the subscriber does not receive it.
    ///
    /// The change is judged for the subscriber as it is now: its owner may be another one than before.
    func payload(for change: RecordChange) async -> GraphQLObject? {
        let plan = shared.plan
        guard let field = plan.fields.first, let admitted = admit(change) else { return nil }
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
}
