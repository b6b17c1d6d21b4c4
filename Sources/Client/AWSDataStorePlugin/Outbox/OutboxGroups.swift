// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The groups of events whose order counts: events of related models, and events of one record.
///
/// A record must not be sent before the one that it refers to. Events of different groups may overtake each other, for
/// example while one of them waits for a sign-in.
///
/// An event of another user holds up only the events that need its record. That user may never sign in again.
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

    /// The oldest event that may be sent now.
    ///
    /// - Parameters:
    ///   - entries: the events, the oldest one first.
    ///   - user: the signed-in user; nil without one. An event of another user waits. So do the later ones of its record,
    ///     and those whose records refer to it.
    ///   - blocked: the groups that wait or have an event on its way.
    /// - Returns: the place of the event in the list; nil for none.
    func next(in entries: [OutboxEntry], for user: String?, blocked: Set<String>) -> Int? {
        var waiting: [String: [Set<String>]] = [:]
        return entries.firstIndex { entry in
            let group = group(of: entry.event)
            if blocked.contains(group) { return false }
            if Caller.maySend(entry.user, as: user), !needs(entry.event, waiting[group, default: []]) { return true }
            waiting[group, default: []].append(keyTexts(of: entry.event))
            return false
        }
    }

    /// Whether an event is one of a record of its group, or its record may refer to one.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - keys: the values of the records' keys.
    /// - Returns: whether the record of the event has all values of one of the keys.
    private func needs(_ event: MutationEvent, _ keys: [Set<String>]) -> Bool {
        guard !keys.isEmpty else { return false }
        let texts = RecordContent.texts(of: event.json).union([event.modelId])
        return keys.contains { $0.isSubset(of: texts) }
    }

    private func keyTexts(of event: MutationEvent) -> Set<String> {
        guard let names = compositeKeys[event.modelName] else { return [event.modelId] }
        return RecordContent.texts(of: event.json, in: names)
    }
}
