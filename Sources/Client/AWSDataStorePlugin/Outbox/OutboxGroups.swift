// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The groups of events whose order can count: events of related models, and events of one record.
///
/// A record must not be sent before the one that it refers to, and a removed record not before the ones that refer to
/// it. Events of different groups may overtake each other, for example while one of them waits for a sign-in.
struct OutboxGroups: Sendable {
    /// The name of the family of each model with relations: the models that are connected with it.
    private let families: [ModelName: ModelName]
    /// The names of the key's fields of each model with several of them.
    private let compositeKeys: [ModelName: [String]]

    /// Makes the groups of an app's models.
    init(_ schemas: [ModelSchema]) {
        var families: [ModelName: ModelName] = [:]
        for schema in schemas {
            for other in schema.fields.values.compactMap(\.associatedModelName) {
                let joined = [schema.name, other].map { families[$0] ?? $0 }
                let family = min(joined[0], joined[1])
                for (model, former) in families where joined.contains(former) { families[model] = family }
                families[schema.name] = family
                families[other] = family
            }
        }
        self.families = families
        let composite = schemas.filter { $0.primaryKey.fields.count > 1 }
        compositeKeys = Dictionary(composite.map { ($0.name, $0.primaryKey.fields.map(\.name)) }) { first, _ in first }
    }

    /// The name of an event's group.
    func group(of event: MutationEvent) -> String {
        families[event.modelName] ?? "\(event.modelName)|\(event.modelId)"
    }

    /// An event with the texts that decide about its order.
    func queued(_ entry: OutboxEntry) -> QueuedEvent {
        let event = entry.event
        let group = group(of: event)
        // In a group of one record, all events wait for each other, so that its content need not be read.
        guard families[event.modelName] != nil else {
            return QueuedEvent(entry: entry, group: group, key: [event.modelId], texts: [event.modelId])
        }
        return QueuedEvent(
            entry: entry, group: group, key: keyTexts(of: event),
            texts: RecordContent.texts(of: event.json).union([event.modelId]))
    }

    private func keyTexts(of event: MutationEvent) -> Set<String> {
        guard let names = compositeKeys[event.modelName] else { return [event.modelId] }
        return RecordContent.texts(of: event.json, in: names)
    }
}
