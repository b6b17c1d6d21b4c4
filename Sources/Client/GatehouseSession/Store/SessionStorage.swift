// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The session's place in a credential store.
struct SessionStorage: Sendable {
    private let store: any CredentialStore
    private let configuration: StoredConfiguration

    init(store: any CredentialStore, configuration: SessionConfiguration) {
        self.store = store
        self.configuration = StoredConfiguration(configuration)
    }

    private var key: String { configuration.keys.session }

    /// Brings the store to the present configuration and reads the session.
    func open() throws(SessionError) -> SessionRecord? {
        try settle()
        return try read(key)
    }

    /// Reads the session.
    func read() throws(SessionError) -> SessionRecord? {
        try read(key)
    }

    /// Writes a session, or removes the one that is there.
    func save(_ record: SessionRecord?) throws(StoreError) {
        guard let record else { return try store.remove(key) }
        try store.write(Self.data(record), for: key)
    }

    private func read(_ key: String) throws(SessionError) -> SessionRecord? {
        switch store.read(key) {
        case .absent: return nil
        case .unreadable(let error): throw .storeUnreadable(error)
        case .found(let data):
            do {
                return try SessionRecord(encoded: data)
            } catch {
                throw .storeUnreadable(StoreError(.understanding, reason: "The stored session is damaged."))
            }
        }
    }

    private static func data(_ record: SessionRecord) throws(StoreError) -> Data {
        do {
            return try record.encoded()
        } catch {
            throw StoreError(.writing, reason: "The session has no JSON form.")
        }
    }
}

extension SessionStorage {
    /// Moves or removes the session of a former configuration.
    ///
    /// Done before the present configuration is noted, so that an interruption repeats it.
    private func settle() throws(SessionError) {
        guard let former = try formerConfiguration(), former != configuration else { return note() }
        do throws(StoreError) {
            switch former.succession(to: configuration) {
            case .stays: break
            case .ends: try store.remove(former.keys.session)
            case .moves(let keepsIdentity): try move(from: former.keys.session, keepsIdentity: keepsIdentity)
            }
        } catch {
            throw .storeUnreadable(error)
        }
        note()
    }

    private func move(from formerKey: String, keepsIdentity: Bool) throws(StoreError) {
        let former: SessionRecord?
        do throws(SessionError) {
            former = try read(formerKey)
        } catch {
            throw StoreError(.reading, reason: "The session of the former configuration cannot be read.")
        }
        guard let former else { return }
        let record = keepsIdentity ? former : former.user.map { .userPool(user: $0) }
        if let record { try store.write(Self.data(record), for: key) }
        try store.remove(formerKey)
    }

    /// The configuration of the last run.
    ///
    /// One that cannot be understood counts as none: it only steers the move.
    private func formerConfiguration() throws(SessionError) -> StoredConfiguration? {
        switch store.read(StoreKeys.configuration) {
        case .absent: nil
        case .unreadable(let error): throw .storeUnreadable(error)
        case .found(let data): try? JSONDecoder().decode(StoredConfiguration.self, from: data)
        }
    }

    /// Notes the present configuration for the next run.
    ///
    /// A store that cannot be written to at present may still hold a good session, so a failure is left to the next
    /// run, which finds the former note and repeats what follows from it.
    private func note() {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(configuration), store.read(StoreKeys.configuration) != .found(data) else {
            return
        }
        try? store.write(data, for: StoreKeys.configuration)
    }
}
