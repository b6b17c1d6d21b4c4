// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import AWSPluginsCore
public import Amplify

/// The data of `HubPayload.EventName.DataStore.modelSynced`: the first exchange of a model is complete.
public struct ModelSyncedEvent: Sendable, Equatable {
    /// The name of the model.
    public let modelName: String

    /// Whether all records were read.
    public let isFullSync: Bool

    /// Whether only the changes since the last exchange were read.
    public let isDeltaSync: Bool

    /// The number of records that are new on the device.
    public let added: Int

    /// The number of records with new values.
    public let updated: Int

    /// The number of records that were removed.
    public let deleted: Int

    /// Makes the data.
    public init(
        modelName: String, isFullSync: Bool, isDeltaSync: Bool, added: Int, updated: Int, deleted: Int
    ) {
        self.modelName = modelName
        self.isFullSync = isFullSync
        self.isDeltaSync = isDeltaSync
        self.added = added
        self.updated = updated
        self.deleted = deleted
    }
}

/// The data of `HubPayload.EventName.DataStore.networkStatus`.
public struct NetworkStatusEvent: Sendable {
    /// Whether the service can be reached.
    public let active: Bool

    /// Makes the data.
    public init(active: Bool) {
        self.active = active
    }
}

/// The data of `HubPayload.EventName.DataStore.outboxMutationEnqueued` and `.outboxMutationProcessed`.
public struct OutboxMutationEvent: Sendable {
    /// The name of the record's model.
    public let modelName: String

    /// The record, with its version after the service has accepted it.
    public let element: OutboxMutationEventElement

    /// Makes the data.
    public init(modelName: String, element: OutboxMutationEventElement) {
        self.modelName = modelName
        self.element = element
    }

    /// The data of a record that the service has accepted.
    public static func fromModelWithMetadata(
        modelName: String, model: any Model, mutationSync: MutationSync<AnyModel>
    ) -> OutboxMutationEvent {
        let metadata = mutationSync.syncMetadata
        return OutboxMutationEvent(
            modelName: modelName,
            element: OutboxMutationEventElement(
                model: model, version: metadata.version, lastChangedAt: metadata.lastChangedAt,
                deleted: metadata.deleted))
    }

    /// The data of a record that waits in the outbox.
    public static func fromModelWithoutMetadata(modelName: String, model: any Model) -> OutboxMutationEvent {
        OutboxMutationEvent(modelName: modelName, element: OutboxMutationEventElement(model: model))
    }
}

extension OutboxMutationEvent {
    /// A record, with its version if the service has accepted it.
    public struct OutboxMutationEventElement: Sendable {
        /// The record.
        public let model: any Model

        /// The number of the version.
        public var version: Int?

        /// The time of the change in the service, in milliseconds since 1970.
        public var lastChangedAt: Int64?

        /// Whether the record was removed.
        public var deleted: Bool?
    }
}

/// The data of `HubPayload.EventName.DataStore.outboxStatus`.
public struct OutboxStatusEvent: Sendable {
    /// Whether no change waits for the service.
    public let isEmpty: Bool

    /// Makes the data.
    public init(isEmpty: Bool) {
        self.isEmpty = isEmpty
    }
}

/// The data of `HubPayload.EventName.DataStore.syncQueriesStarted`.
public struct SyncQueriesStartedEvent: Sendable {
    /// The names of the models.
    public let models: [String]

    /// Makes the data.
    public init(models: [String]) {
        self.models = models
    }
}
