// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The events of DataStore on the Hub, in the order of the calls.
struct HubReports: Sendable {
    /// The names of the events.
    private typealias Name = HubPayload.EventName.DataStore

    private let send: @Sendable (HubPayload) -> Void
    /// The models that are exchanged with the service, for `observeQuery` and `syncState(of:)`.
    let synced: SyncedModels

    /// Reports to `Amplify.Hub`, or to a test.
    init(
        synced: SyncedModels = SyncedModels(),
        send: @escaping @Sendable (HubPayload) -> Void = { Amplify.Hub.dispatch(to: .dataStore, payload: $0) }
    ) {
        self.synced = synced
        self.send = send
    }

    /// The outbox has become empty, or is no longer empty.
    func outboxStatus(isEmpty: Bool) {
        report(Name.outboxStatus, OutboxStatusEvent(isEmpty: isEmpty))
    }

    /// A change was put into the outbox.
    func outboxMutationEnqueued(_ event: OutboxMutationEvent) {
        report(Name.outboxMutationEnqueued, event)
    }

    /// The service has accepted a change.
    func outboxMutationProcessed(_ event: OutboxMutationEvent) {
        report(Name.outboxMutationProcessed, event)
    }

    /// The condition of a change does not hold in the service.
    func conditionalSaveFailed(_ event: MutationEvent) {
        report(Name.conditionalSaveFailed, event)
    }

    /// A record of the service was applied to the store.
    func syncReceived(_ event: MutationEvent) {
        report(Name.syncReceived, event)
    }

    /// All subscriptions are open, or refused.
    func subscriptionsEstablished() {
        report(Name.subscriptionsEstablished)
    }

    /// The first exchange of these models begins.
    func syncQueriesStarted(_ models: [String]) {
        report(Name.syncQueriesStarted, SyncQueriesStartedEvent(models: models))
    }

    /// The first exchange of a model is complete.
    func modelSynced(_ event: ModelSyncedEvent) {
        report(Name.modelSynced, event)
        synced.insert(event.modelName)
    }

    /// The first exchange of all models is complete.
    func syncQueriesReady() {
        report(Name.syncQueriesReady)
    }

    /// Changes of the device and of the service are exchanged from now on.
    func syncStarted() {
        report(Name.syncStarted)
    }

    /// All models are exchanged.
    func ready() {
        report(Name.ready)
    }

    /// The service can be reached, or no longer.
    func networkStatus(active: Bool) {
        report(Name.networkStatus, NetworkStatusEvent(active: active))
    }

    private func report(_ name: String, _ data: Any? = nil) {
        send(HubPayload(eventName: name, data: data))
    }
}
