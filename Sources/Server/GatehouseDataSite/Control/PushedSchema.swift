// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseData
package import GatehouseDataModel
package import GatehouseDataStores
package import GatehouseWire

/// A schema that was taken into use.
package struct PushedSchema: Sendable {
    /// The API as it is stored.
    package let api: StoredAPI
    /// What changed.
    package let plan: SchemaPlan
    /// The compiled schema, with its warnings.
    package let compiled: DataAPI
    /// Why some lost values are still stored, which `removeListed(beforeLast:)` removes; `nil` if all are removed.
    package let remainder: ServiceFault?
}

extension DataAPIAdministration {
    /// Fills the new indexes of a push once more, after its schema is in force.
    ///
    /// Another process may have written without the new indexes, or may have removed their places in a push that was
    /// refused later. A later change does not fill them, so they are filled under its schema if there is one.
    func place(_ push: SchemaPush, of stored: StoredAPI) async throws {
        guard push.isPlacing else { return }
        var (revision, later) = (stored.revision, nil as DataAPI?)
        while true {
            do {
                return try await push.place(atRevision: revision, under: later)
            } catch let error as OutdatedRevision {
                // A deleted API has no indexes.
                guard let newest = try await apis.newest(.id(stored.id)), let service = newest.service else { return }
                guard newest.stored.revision > revision else { throw error }
                (revision, later) = (newest.stored.revision, service.api)
            }
        }
    }
}
