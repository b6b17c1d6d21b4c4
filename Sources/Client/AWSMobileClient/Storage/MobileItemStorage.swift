// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession

/// The place of a configuration's `MobileItem` in a credential store.
///
/// A store that fails is logged: the item holds nothing without which a session could not be used.
struct MobileItemStorage: Sendable {
    private let store: any CredentialStore
    private let fingerprint: ConfigurationFingerprint
    private let log: @Sendable (String) -> Void

    init(
        store: any CredentialStore,
        fingerprint: ConfigurationFingerprint,
        log: @escaping @Sendable (String) -> Void = { ClientLog.write($0) }
    ) {
        self.store = store
        self.fingerprint = fingerprint
        self.log = log
    }

    private var key: String { fingerprint.keys.mobileClient }

    /// The stored item; an empty one if there is none, or none that can be read.
    func read() -> MobileItem {
        item(store.read(key)) ?? MobileItem(fingerprint: fingerprint)
    }

    /// Changes the item atomically.
    func update(_ change: (inout MobileItem) -> Void) {
        do throws(StoreError) {
            try store.update(key) { answer throws(StoreError) in
                // An item that a locked keyring holds must not be replaced by one without its parameters.
                if case .unreadable(let error) = answer, error.activity != .understanding { throw error }
                let former = item(answer)
                var new = former ?? MobileItem()
                new.fingerprint = fingerprint
                change(&new)
                return new == former ? .keep : new.encoded().map { .write($0) } ?? .keep
            }
        } catch {
            log("The options of the sign-in page were not stored. \(error)")
        }
    }

    /// Forgets the scopes of the present sign-in, as a sign-out does; query parameters stay.
    func forgetScopes() {
        let item = read()
        guard item.scopes != nil || item.configuredScopes != nil else { return }
        update { item in
            item.scopes = nil
            item.configuredScopes = nil
        }
    }

    /// Notes the configured scopes, if the present sign-in on pages was made with others.
    ///
    /// - Returns: whether it was, so that its tokens must be renewed.
    func adopt(configuredScopes: [String]) -> Bool {
        guard let former = read().configuredScopes, Set(former) != Set(configuredScopes) else { return false }
        update { $0.configuredScopes = configuredScopes }
        return true
    }

    private func item(_ answer: StoreAnswer) -> MobileItem? {
        switch answer {
        case .absent: return nil
        case .unreadable(let error):
            log("The options of the sign-in page cannot be read. \(error)")
            return nil
        case .found(let data):
            let item = MobileItem(encoded: data)
            if item == nil { log("The stored options of the sign-in page are damaged, and count as absent.") }
            return item
        }
    }
}

extension MobileItemStorage {
    /// Brings the store to the present configuration: ends the sessions that were made with another one, and stores the
    /// fingerprint.
    ///
    /// It is called at the start, before the engine reads its session. Devices and passkeys stay, because they belong to
    /// a pool and its users. The sessions of configurations with which other instances of this process work stay too.
    func begin() {
        do throws(StoreError) {
            let others = try store.keys(startingWith: StoreKeys.commonPrefix).filter {
                $0 != key && StoreKeys.isMobileClient($0)
            }
            for other in others { try endSession(beside: other) }
            guard case .unreadable(let error) = store.read(key) else { return try enter() }
            if error.activity != .understanding { throw error }
            try enter()
        } catch {
            log("The store was not compared with the configuration. \(error)")
        }
    }

    /// Ends the session beside an item of another configuration, unless this one continues it.
    private func endSession(beside other: String) throws(StoreError) {
        guard case .found(let data) = store.read(other), let former = MobileItem(encoded: data)?.fingerprint,
            former.keys.mobileClient == other, !fingerprint.keepsSession(of: former)
        else { return }
        if try store.endSession(of: former.keys) {
            try store.remove(other)
            logEnd(of: former)
        }
    }

    private func logEnd(of former: ConfigurationFingerprint) {
        let pools = [former.userPoolID, former.clientID, former.identityPoolID].compactMap(\.self)
        log("The configuration has changed, so the session of \(pools.joined(separator: ", ")) has ended.")
    }

    /// Stores the fingerprint; a session of another app client with the same pools ends first, so that an interruption
    /// repeats it.
    private func enter() throws(StoreError) {
        let former: MobileItem? = if case .found(let data) = store.read(key) { MobileItem(encoded: data) } else { nil }
        if former?.fingerprint == fingerprint { return }
        if let former = former?.fingerprint, !fingerprint.keepsSession(of: former) {
            try store.removeSession(of: fingerprint.keys)
            logEnd(of: former)
            // What the app gave was for the other app client.
            try store.remove(key)
        }
        update { _ in }
    }
}

/// The store of the client's items unless a test has another.
enum MobileStore {
    // One value for the process, which asks the Secret Service for each key once.
    private static let stores = StandardStores(sealing: .asFound)

    /// Opens the place that Amplify's Auth plugin uses too, so that a user who signed in through one is signed in through
    /// the other.
    ///
    /// Items are sealed where the plugin has sealed them.
    static let standard: @Sendable (StoreKeys) -> any CredentialStore = { _ in stores.open() }
}
