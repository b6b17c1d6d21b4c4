// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseSession

/// The place of an instance's items, and their move when an app changes its access group.
struct CredentialPlace: Sendable {
    private static let accessGroupKey = "amplify_secure_storage_scopes.awsCognitoAuthPlugin.accessGroup"

    /// Opens the store of a group, or the private one.
    private let open: @Sendable (_ group: String?) -> any CredentialStore

    init(_ open: @escaping @Sendable (_ group: String?) -> any CredentialStore) {
        self.open = open
    }

    /// The keychain on Apple's systems, else files in the user's data directory, in a directory for each group.
    ///
    /// - Parameter sealing: the key that seals the files.
    /// - Returns: the place.
    static func standard(sealing: AWSCognitoStorageSealing) -> CredentialPlace {
        let stores = StandardStores(sealing: sealing == .secretService ? .always : .never)
        return CredentialPlace { stores.open(group: $0) }
    }

    /// Returns the store of an instance with that group, after the move of items that a change of the group requires.
    ///
    /// A change that fails is logged; the app starts nevertheless.
    ///
    /// - Parameters:
    ///   - group: the instance's group at this start.
    ///   - keys: the names of the instance's items; other instances' items stay where they are.
    /// - Returns: the store.
    func store(for group: AccessGroup?, keys: StoreKeys) -> any CredentialStore {
        let name = group?.name.flatMap { $0.isEmpty ? nil : $0 }
        do throws(StoreError) {
            try change(to: name, migrates: group?.migrateKeychainItems ?? false, keys)
        } catch {
            AWSCognitoAuthPlugin.log.error("The items in the store did not follow the access group. \(error)")
        }
        let store = open(name)
        settle(open(nil))
        if name != nil { settle(store) }
        return store
    }

    /// Brings the items to the form that the app has chosen; those that cannot be changed now, the next start changes.
    private func settle(_ store: any CredentialStore) {
        do throws(StoreError) {
            try store.settle()
        } catch {
            AWSCognitoAuthPlugin.log.error("The items in the store are not yet sealed as the app has chosen. \(error)")
        }
    }

    private func change(to group: String?, migrates: Bool, _ keys: StoreKeys) throws(StoreError) {
        guard try formerGroup(keys.session) != group else { return }
        try open(nil).alone { () throws(StoreError) in
            // Another process of the program may have made the change in the meantime.
            let former = try formerGroup(keys.session)
            if former == group { return }
            try move(from: former, to: group, migrates: migrates, keys)
            try remember(group, keys.session)
        }
    }

    private func move(
        from former: String?,
        to group: String?,
        migrates: Bool,
        _ keys: StoreKeys
    ) throws(StoreError) {
        let (source, target) = (open(former), open(group))
        // A lost passkey cannot be made again. So passkeys are added to the target's own, also when another user is
        // signed in; the originals are removed only after the copy, and never from a group, which other apps share.
        if migrates {
            try target.takePasskeys(from: source, keys)
            if former == nil { try source.remove(keys.passkeys) }
        }
        let items = try source.keys(startingWith: keys.prefix).filter {
            keys.owns($0) && $0 != keys.session && $0 != keys.passkeys
        }
        // A group that has a session keeps it. The session comes last: an interruption repeats what went before.
        let hasRoom = if group == nil { true } else { try target.isWithout(keys.session) }
        var isMoved = false
        if migrates, hasRoom {
            for item in items { try target.copy(item, from: source) }
            isMoved = try target.takeSession(keys.session, from: source, replaces: group == nil)
        }
        // Private items never stay behind in a group: they would be a second session of the app.
        guard isMoved || former == nil else { return }
        for item in items + (isMoved ? [] : [keys.session]) { try source.remove(item) }
    }

    /// The group in which the session was at the last start, noted in the private store.
    ///
    /// - Throws: if the store cannot be read: then nothing is moved and nothing is removed.
    private func formerGroup(_ session: String) throws(StoreError) -> String? {
        switch open(nil).read(Self.note(session)) {
        case .absent: nil
        case .found(let data): String(data: data, encoding: .utf8)
        case .unreadable(let error): throw error
        }
    }

    private func remember(_ group: String?, _ session: String) throws(StoreError) {
        guard let group else { return try open(nil).remove(Self.note(session)) }
        try open(nil).write(Data(group.utf8), for: Self.note(session))
    }

    /// A note for each session: instances side by side may be in different groups.
    private static func note(_ session: String) -> String { "\(accessGroupKey).\(session)" }
}

extension CredentialStore {
    /// Whether an item is surely absent.
    fileprivate func isWithout(_ item: String) throws(StoreError) -> Bool {
        switch read(item) {
        case .absent: true
        case .found: false
        case .unreadable(let error): throw error
        }
    }

    /// Copies an item, and replaces the existing one.
    fileprivate func copy(_ item: String, from source: any CredentialStore) throws(StoreError) {
        switch source.read(item) {
        case .found(let data): try write(data, for: item)
        case .absent: try remove(item)
        case .unreadable(let error): throw error
        }
    }

    /// Moves the session here, though other programs may use both stores at the same time.
    ///
    /// - Parameters:
    ///   - key: the session's item.
    ///   - source: the present store of the session.
    ///   - replaces: whether it takes the place of a session that is here.
    /// - Returns: whether it was moved; it is not if another session is here.
    /// - Throws: `StoreError`; then the session is where it was, or in both stores.
    fileprivate func takeSession(
        _ key: String,
        from source: any CredentialStore,
        replaces: Bool
    ) throws(StoreError) -> Bool {
        var copied: StoreAnswer?
        // Another program may renew the session between copy and removal; then the renewed one is copied as well.
        for _ in 1...100 {
            let session = source.read(key)
            if case .unreadable(let error) = session { throw error }
            guard try put(session, key, replaces: replaces, copied: copied) else { return false }
            if session == .absent { return true }
            var isRemoved = false
            try source.update(key) { present in
                isRemoved = present == session
                return isRemoved ? .remove : .keep
            }
            if isRemoved { return true }
            copied = session
        }
        throw StoreError(.removing, reason: "The session changes again and again while it is moved.")
    }

    /// Writes the session, unless there is one that is neither to be replaced nor the copy of before.
    private func put(
        _ session: StoreAnswer,
        _ key: String,
        replaces: Bool,
        copied: StoreAnswer?
    ) throws(StoreError) -> Bool {
        var isPut = false
        try update(key) { present in
            isPut = replaces || present == .absent || present == copied
            guard isPut else { return .keep }
            if case .found(let data) = session { return .write(data) }
            return .remove
        }
        return isPut
    }
}
