// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension HubPayload.EventName {
    /// Events of the DataStore category, on the channel `.dataStore`.
    ///
    /// Their data are `MutationEvent`s, and values of types of the module `AWSDataStorePlugin`.
    public struct DataStore {}
}

extension HubPayload.EventName.DataStore {
    /// The synchronisation has started: changes are sent and received from now on; without data.
    public static let syncStarted = "DataStore.syncStarted"

    /// A change in the service was applied on the device; the data is a `MutationEvent`.
    public static let syncReceived = "DataStore.syncReceived"

    /// The service refused a change because the record there did not meet its condition; the data is a `MutationEvent`.
    public static let conditionalSaveFailed = "DataStore.conditionalSaveFailed"

    /// The outbox became empty, or got its first change; the data is an `OutboxStatusEvent`.
    public static let outboxStatus = "DataStore.outboxStatus"

    /// The subscriptions to all models are connected; without data.
    ///
    /// The text says `subscription`, not `subscriptions` as the constant: the original's text.
    public static let subscriptionsEstablished = "DataStore.subscriptionEstablished"

    /// The first synchronisation began; the data is a `SyncQueriesStartedEvent`.
    public static let syncQueriesStarted = "DataStore.syncQueriesStarted"

    /// The records of a model were received; the data is a `ModelSyncedEvent`.
    public static let modelSynced = "DataStore.modelSynced"

    /// The records of all models were received; without data.
    public static let syncQueriesReady = "DataStore.syncQueriesReady"

    /// The device has the records of the service, and the synchronisation has started; without data.
    public static let ready = "DataStore.ready"

    /// The service can be reached, or no longer; the data is a `NetworkStatusEvent`.
    public static let networkStatus = "DataStore.networkStatus"

    /// The app's change was put into the outbox; the data is an `OutboxMutationEvent`.
    public static let outboxMutationEnqueued = "DataStore.outboxMutationEnqueued"

    /// The service accepted the app's change; the data is an `OutboxMutationEvent`.
    public static let outboxMutationProcessed = "DataStore.outboxMutationProcessed"
}
