// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The groups of events whose order counts: events of related models, and events of one record.
///
/// A record must not be sent before the one that it refers to. Events of different groups may overtake each other, for
/// example while one of them waits for its user.
struct OutboxGroups: Sendable {
    /// The name of the family of each model with relations: the models that are connected with it.
    private let families: [ModelName: ModelName]

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
    }

    /// The name of an event's group.
    func group(of event: MutationEvent) -> String {
        families[event.modelName] ?? "\(event.modelName)|\(event.modelId)"
    }

    /// The oldest event that may be sent now.
    ///
    /// - Parameters:
    ///   - entries: the events, the oldest one first.
    ///   - user: the signed-in user; nil without one. An event of another user waits, and the later ones of its group do.
    ///   - blocked: the groups that wait or have an event on its way.
    /// - Returns: the place of the event in the list; nil for none.
    func next(in entries: [OutboxEntry], for user: String?, blocked: Set<String>) -> Int? {
        var blocked = blocked
        return entries.firstIndex { entry in
            let group = group(of: entry.event)
            if blocked.contains(group) { return false }
            if Caller.maySend(entry.user, as: user) { return true }
            blocked.insert(group)
            return false
        }
    }
}
