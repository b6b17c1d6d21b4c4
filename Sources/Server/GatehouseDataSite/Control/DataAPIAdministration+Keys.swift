// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseDataModel
package import GatehouseDataStores
package import GatehouseWire

extension DataAPIAdministration {
    /// The most keys of an API, expired ones that are still listed included.
    static let mostKeys = 50

    /// Creates a key, which is refused from a time on; the time is rounded down to the hour, and is a week away by
    /// default.
    /// - Throws: `ApiKeyValidityOutOfBoundsException`, `ApiKeyLimitExceededException`, `NotFoundException`, or the fault of
    ///   a failing store.
    package func createKey(
        of id: String, description: String? = nil, expiresAt: Date? = nil
    ) async throws(ServiceFault) -> StoredAPIKey {
        _ = try await api(id)
        let now = clock.now
        let key = StoredAPIKey(
            key: StoredAPIKey.newSecret(entropy), description: try Self.checked(description),
            createdAt: now, expiresAt: try Self.expiry(expiresAt, at: now))
        let isStored = try await ServiceFault.translating {
            try await store.write { store in
                for old in try store.keys(of: id) where old.deletedAt <= now {
                    try store.removeKey(old.key, of: id)
                }
                guard try store.keys(of: id).count < Self.mostKeys else { return false }
                try store.put(key, of: id)
                return true
            }
        }
        guard isStored else {
            throw ServiceFault(.apiKeyLimit, "The API has \(Self.mostKeys) keys, which is the most: delete one.")
        }
        return key
    }

    /// The keys of an API, the oldest first; an expired key is there for 60 more days.
    /// - Throws: `NotFoundException`, or the fault of a failing store.
    package func keys(of id: String) async throws(ServiceFault) -> [StoredAPIKey] {
        _ = try await api(id)
        let now = clock.now
        return try await ServiceFault.translating {
            try await store.read { try $0.keys(of: id) }.filter { $0.deletedAt > now }
        }
    }

    /// Changes the text or the time of a key, which may be an expired one; without a time, the key is valid for a week.
    /// - Throws: as ``createKey(of:description:expiresAt:)``, with `NotFoundException` for an unknown key, too.
    package func updateKey(
        _ secret: String, of id: String, description: String?, expiresAt: Date?
    ) async throws(ServiceFault) -> StoredAPIKey {
        _ = try await api(id)
        let now = clock.now
        let text = try Self.checked(description)
        let expiry = try Self.expiry(expiresAt, at: now)
        let changed: StoredAPIKey? = try await ServiceFault.translating {
            try await store.write { store in
                guard var key = try store.key(secret, in: id), key.deletedAt > now else { return nil }
                if let text { key.description = text }
                key.expiresAt = expiry
                try store.put(key, of: id)
                return key
            }
        }
        guard let changed else { throw Self.noKey }
        return changed
    }

    /// Deletes a key.
    /// - Throws: `NotFoundException`, or the fault of a failing store.
    package func deleteKey(_ secret: String, of id: String) async throws(ServiceFault) {
        _ = try await api(id)
        let isFound = try await ServiceFault.translating {
            try await store.write { store in
                guard try store.key(secret, in: id) != nil else { return false }
                try store.removeKey(secret, of: id)
                return true
            }
        }
        guard isFound else { throw Self.noKey }
    }

    /// The key is a secret, so the message does not repeat it.
    private static var noKey: ServiceFault { ServiceFault(.notFound, "API key not found.") }

    private static func checked(_ description: String?) throws(ServiceFault) -> String? {
        guard let description else { return nil }
        guard description.utf8.count <= 1_024 else {
            throw .badRequest("The description of a key has at most 1024 bytes.")
        }
        return description
    }

    private static func expiry(_ time: Date?, at now: Date) throws(ServiceFault) -> Date {
        let hour = (now.timeIntervalSince1970 / 3_600).rounded(.down)
        guard let time else { return Date(timeIntervalSince1970: (hour + 7 * 24) * 3_600) }
        let given = (time.timeIntervalSince1970 / 3_600).rounded(.down)
        guard given >= hour + 24, given <= hour + 365 * 24 else {
            throw ServiceFault(
                .apiKeyValidity, "API key must be valid for a minimum of 1 days and a maximum of 365 days.")
        }
        return Date(timeIntervalSince1970: given * 3_600)
    }
}

extension StoredAPIKey {
    /// The time from which an expired key is not listed any more, and cannot be renewed.
    package var deletedAt: Date { expiresAt.addingTimeInterval(60 * 86_400) }
}
