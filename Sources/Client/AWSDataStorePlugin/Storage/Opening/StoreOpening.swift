// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// What the opening of a store has found and done.
struct StoreOpening: Sendable {
    /// The path of the damaged database that was set aside; nil if the store was sound.
    var setAside: String?

    /// The number of events that were read from the damaged database and are in the new one.
    var rescuedEvents = 0

    /// The events that the present models cannot read, and that the models before could.
    ///
    /// They stay in the outbox and are not sent; ``StoreReader/unreadableEvents()`` has them later, too.
    var unreadableEvents: [MutationEvent] = []

    /// The models that have lost records, or whose records lack values: their next sync is a full one.
    var modelsToSync: Set<ModelName> = []

    /// The models whose records were removed, because they do not fit the present models.
    ///
    /// The service has the records, except the ones of an app without a service.
    var emptiedModels: Set<ModelName> = []
}

extension StoreOpening {
    /// Adds what a later step has found.
    mutating func add(_ other: StoreOpening) {
        setAside = setAside ?? other.setAside
        rescuedEvents += other.rescuedEvents
        unreadableEvents += other.unreadableEvents
        modelsToSync.formUnion(other.modelsToSync)
        emptiedModels.formUnion(other.emptiedModels)
    }
}
