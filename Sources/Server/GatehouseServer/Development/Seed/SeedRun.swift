// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// A seed that is applied to an installation.
struct SeedRun: Sendable {
    let installation: Installation
    /// The ids and secrets for entries without one of their own.
    let known: SeedIDs
    /// The ids and secrets of the resources that were created or found.
    var found = SeedIDs()
    /// The identity pools that give the roles of the first start.
    var identityPools: [String] = []
    private(set) var report = SeedReport()

    init(installation: Installation, known: SeedIDs) {
        self.installation = installation
        self.known = known
    }

    /// Counts the resource of an entry, and adds the place of the entry to a fault of the service.
    mutating func ensure(
        _ place: String, _ name: String = "", _ body: (inout SeedRun) async throws(ServiceFault) -> Bool
    ) async throws(SeedFailure) {
        do {
            report.count(isNew: try await body(&self))
        } catch {
            throw SeedFailure(name.isEmpty ? place : "\(place) (\(name))", "\(error)")
        }
    }
}

/// The ids of a seed's resources by the places of their entries in the file.
struct SeedIDs: Sendable, Equatable {
    private var ids: [String: String] = [:]
    /// The secrets of app clients, by the places of their entries.
    var secrets: [String: String] = [:]

    subscript(place: String) -> String? {
        get { ids[place] }
        set { ids[place] = newValue }
    }
}
