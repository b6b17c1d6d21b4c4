// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The order of the models' syncs: a model follows the models to which its records refer.
///
/// Models that do not depend on each other are synced side by side.
struct SyncOrder: Sendable {
    /// The models, each after the models that it waits for.
    let models: [ModelSchema]
    /// The models that a model waits for.
    let parents: [ModelName: Set<ModelName>]

    /// Orders models by their relations.
    ///
    /// Models that refer to each other are a circle. It is cut at the model with the fewest relations to models that
    /// are not in the order yet, and of several at the first by name.
    init(_ schemas: [ModelSchema]) {
        let names = Set(schemas.map(\.name))
        var waiting = Dictionary(schemas.map { ($0.name, $0) }) { first, _ in first }
        var open: [ModelName: Set<ModelName>] = waiting.mapValues { schema in
            Self.parents(of: schema).intersection(names).subtracting([schema.name])
        }
        var parents = open
        var models: [ModelSchema] = []
        while let name = open.min(by: { ($0.value.count, $0.key) < ($1.value.count, $1.key) })?.key {
            let cut = open.removeValue(forKey: name) ?? []
            parents[name]?.subtract(cut)
            if let schema = waiting.removeValue(forKey: name) { models.append(schema) }
            for other in open.keys { open[other]?.remove(name) }
        }
        self.models = models
        self.parents = parents
    }

    /// The models to which the records of a model refer by attributes of their own.
    private static func parents(of schema: ModelSchema) -> Set<ModelName> {
        Set(
            schema.fields.values.compactMap { field in
                field.targetNames(in: schema.name).isEmpty ? nil : field.associatedModelName
            })
    }
}

/// The progress of the syncs of all models.
struct SyncSchedule: Sendable {
    private let parents: [ModelName: Set<ModelName>]
    private let limit: Int
    private var waiting: [ModelSchema]
    private var running: Set<ModelName> = []
    private var ended: Set<ModelName> = []

    /// Begins with all models of an order waiting.
    ///
    /// - Parameters:
    ///   - order: the models.
    ///   - limit: the greatest number of syncs side by side.
    init(_ order: SyncOrder, limit: Int) {
        parents = order.parents
        waiting = order.models
        self.limit = max(1, limit)
    }

    /// Takes the next model whose sync can begin; nil if none can before another one ends.
    mutating func next() -> ModelSchema? {
        guard running.count < limit else { return nil }
        let place = waiting.firstIndex { schema in parents[schema.name, default: []].isSubset(of: ended) }
        guard let place else { return nil }
        let schema = waiting.remove(at: place)
        running.insert(schema.name)
        return schema
    }

    /// Notes the end of a model's sync.
    mutating func end(_ model: ModelName) {
        running.remove(model)
        ended.insert(model)
    }
}
