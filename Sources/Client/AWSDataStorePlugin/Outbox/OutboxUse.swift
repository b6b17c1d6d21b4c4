// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation

/// The values that a call of the app gives to the events of its changes.
struct OutboxUse: Sendable {
    /// Whether changes are sent to a service.
    let isOn: Bool
    /// The signed-in user, whose changes they are; nil without one.
    let user: String?
    /// The time of the call.
    let now: Date
    /// Makes the identifier of an event.
    let id: @Sendable () -> String

    /// Makes the values of a call.
    init(
        isOn: Bool, user: String? = nil, now: Date, id: @escaping @Sendable () -> String = { UUID().uuidString }
    ) {
        self.isOn = isOn
        self.user = user
        self.now = now
        self.id = id
    }

    /// Whether the changes of a model are sent.
    func sends(_ schema: ModelSchema) -> Bool { isOn && schema.isSyncable }

    /// An event of a record.
    ///
    /// - Throws: the error of the record's encoding.
    func event(
        _ record: any Model, _ schema: ModelSchema, _ type: MutationEvent.MutationType, version: Int? = nil
    ) throws -> MutationEvent {
        event(
            json: try record.toJSON(), key: record.identifier(schema: schema).stringValue, schema, type,
            version: version)
    }

    /// An event of a record whose JSON and key are known.
    func event(
        json: String, key: String, _ schema: ModelSchema, _ type: MutationEvent.MutationType, version: Int? = nil,
        condition: String? = nil
    ) -> MutationEvent {
        MutationEvent(
            id: id(), modelId: key, modelName: schema.name, json: json, mutationType: type,
            createdAt: Temporal.DateTime(now), version: version, graphQLFilterJSON: condition)
    }
}

/// A record that was saved.
struct SavedRecord: Sendable {
    /// The record.
    let record: any Model
    /// `create` for a record that was not in the store, otherwise `update`.
    let type: MutationEvent.MutationType
    /// Whether the record has an event in the outbox.
    let isEnqueued: Bool
}
