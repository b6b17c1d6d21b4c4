// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify
import GatehouseTesting
import GeneratedModels
import Synchronization

/// Observes the notes of a device's process, and keeps the last value.
final class NoteObserver: Sendable {
    /// The texts of the notes by their keys; nil before the first value.
    private let last = Mutex<[String: String]?>(nil)
    private let reading = Mutex<Task<Void, Never>?>(nil)

    /// Begins to observe the present process of a device.
    ///
    /// - Parameters:
    ///   - device: the device.
    ///   - isDeaf: whether the observer ends after the first value.
    func begin(_ device: TestDevice, isDeaf: Bool) {
        end()
        let snapshots = device.dataStore.observeQuery(for: OwnerAndAdminRecord.self, where: nil, sort: nil)
        let task = Task { [weak self] in
            do {
                for try await snapshot in snapshots {
                    self?.last.withLock { $0 = snapshot.items.byKey }
                    if isDeaf { return }
                }
            } catch {
                // The process has ended, and with it the observation.
            }
        }
        reading.withLock { $0 = task }
    }

    /// Ends the observation.
    func end() {
        reading.withLock { $0.take() }?.cancel()
        last.withLock { $0 = nil }
    }

    /// Whether the last value is this one, now or after other tasks have run.
    func arrives(at notes: [String: String]) async -> Bool {
        // A bound for a value that never comes; one that comes needs a few turns.
        for _ in 0..<200_000 {
            if last.withLock({ $0 }) == notes { return true }
            await Task.yield()
        }
        return false
    }
}

extension [OwnerAndAdminRecord] {
    /// The texts by the keys.
    var byKey: [String: String] { Dictionary(uniqueKeysWithValues: map { ($0.id, $0.content ?? "") }) }
}
