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
    static var standard: CredentialPlace {
        CredentialPlace { group in
            #if canImport(Security)
            KeychainCredentialStore(accessGroup: group)
            #else
            FileCredentialStore(directory: FileCredentialStore.defaultDirectory(accessGroup: group))
            #endif
        }
    }

    /// Returns the store of an instance with that group, after the move of items that a change of the group requires.
    ///
    /// A change that fails is logged; the app starts nevertheless.
    ///
    /// - Parameters:
    ///   - group: the instance's group at this start.
    ///   - keys: the names of the instance's items; those of other instances stay where they are.
    /// - Returns: the store.
    func store(for group: AccessGroup?, keys: StoreKeys) -> any CredentialStore {
        let name = group?.name.flatMap { $0.isEmpty ? nil : $0 }
        do throws(StoreError) {
            try change(to: name, migrates: group?.migrateKeychainItems ?? false, keys)
        } catch {
            AWSCognitoAuthPlugin.log.error("The items in the store did not follow the access group. \(error)")
        }
        return open(name)
    }

    private func change(to group: String?, migrates: Bool, _ keys: StoreKeys) throws(StoreError) {
        let former = formerGroup(keys.session)
        guard former != group else { return }
        let source = open(former)
        let target = open(group)
        // A lost passkey cannot be made again. So passkeys are added to those of the target, also when another user is
        // signed in; the originals are removed only after the copy, and never from a group, which other apps share.
        if migrates {
            try target.takePasskeys(from: source, keys)
            if former == nil { try source.remove(keys.passkeys) }
        }
        let isTargetFree = group == nil || target.read(keys.session) == .absent
        if isTargetFree, migrates || former == nil {
            let items = try source.keys(startingWith: keys.prefix).filter {
                keys.owns($0) && $0 != keys.session && $0 != keys.passkeys
            }
            // The session comes last, so that an interruption repeats what went before.
            for item in items + [keys.session] where migrates { try Self.copy(item, from: source, to: target) }
            for item in items + [keys.session] { try source.remove(item) }
        }
        try remember(group, keys.session)
    }

    /// Copies an item, and replaces the existing one.
    private static func copy(
        _ item: String,
        from source: any CredentialStore,
        to target: any CredentialStore
    ) throws(StoreError) {
        switch source.read(item) {
        case .found(let data): try target.write(data, for: item)
        case .absent: try target.remove(item)
        case .unreadable(let error): throw error
        }
    }

    /// The group in which the session was at the last start, noted in the private store.
    private func formerGroup(_ session: String) -> String? {
        guard case .found(let data) = open(nil).read(Self.note(session)) else { return nil }
        return String(data: data, encoding: .utf8)
    }

    private func remember(_ group: String?, _ session: String) throws(StoreError) {
        guard let group else { return try open(nil).remove(Self.note(session)) }
        try open(nil).write(Data(group.utf8), for: Self.note(session))
    }

    /// A note for each session: instances side by side may be in different groups.
    private static func note(_ session: String) -> String { "\(accessGroupKey).\(session)" }
}
