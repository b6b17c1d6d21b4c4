// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseData
import GatehouseDataStores
import GatehouseWire

/// The creations of schemas on a database of several nodes. A node reads the creations of other nodes from the database.
extension DataAPIAdministration {
    /// Whether a creation of an API's schema runs on any node, and the result of the last one.
    /// - Throws: the fault of a failing store.
    func creationState(
        of id: String
    ) async throws(ServiceFault) -> (isRunning: Bool, result: SchemaCreations.Result?) {
        let own = creations.state(of: id)
        guard events.sharesDatabase, !own.isRunning else { return own }
        guard let stored = try await storedCreation(of: id) else { return own }
        switch stored.state {
        case .running: return (stored.isRunning(at: clock.now), nil)
        case .succeeded: return (false, SchemaCreations.Result(isSuccess: true, details: stored.details))
        case .failed: return (false, SchemaCreations.Result(isSuccess: false, details: stored.details))
        }
    }

    /// Refuses a change of an API while another node creates its schema.
    /// - Throws: `ConcurrentModificationException`, or the fault of a failing store.
    func requireNoCreation(of id: String) async throws(ServiceFault) {
        guard events.sharesDatabase, let stored = try await storedCreation(of: id) else { return }
        guard !stored.isRunning(at: clock.now) else { throw .schemaIsChanging }
    }

    /// Notes for the other nodes that a creation runs.
    /// - Throws: the fault of a failing store.
    func noteCreation(of id: String) async throws(ServiceFault) {
        guard events.sharesDatabase else { return }
        try await ServiceFault.translating { try await put(StoredCreation(.running, changedAt: clock.now), of: id) }
    }

    /// Runs a creation, and notes for the other nodes that it goes on and how it ends.
    ///
    /// If that cannot be stored, they say after half a minute that they do not know the result.
    func noting(
        _ id: String, _ create: @escaping @Sendable () async -> SchemaCreations.Result
    ) async -> SchemaCreations.Result {
        guard events.sharesDatabase else { return await create() }
        let renewal = Task {
            while (try? await pause(StoredCreation.renewal)) != nil {
                try? await put(StoredCreation(.running, changedAt: clock.now), of: id)
            }
        }
        let result = await create()
        renewal.cancel()
        // The last sign of life is not stored after the result.
        await renewal.value
        try? await put(
            StoredCreation(result.isSuccess ? .succeeded : .failed, details: result.details, changedAt: clock.now),
            of: id)
        return result
    }

    private func storedCreation(of id: String) async throws(ServiceFault) -> StoredCreation? {
        try await ServiceFault.translating { try await store.read { try $0.creation(of: id) } }
    }

    private func put(_ creation: StoredCreation, of id: String) async throws {
        try await store.write { try $0.put(creation, of: id) }
    }
}
