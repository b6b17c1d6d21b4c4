// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseSession

/// Where sessions rest, and how they move when an app changes its access group.
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

    /// The store of an app with that group, after what the change of group asks for.
    ///
    /// A change that fails is logged; the app starts all the same.
    ///
    /// - Parameters:
    ///   - group: the app's group at this start.
    ///   - keys: the names of the items that move.
    /// - Returns: the store.
    func store(for group: AccessGroup?, keys: StoreKeys) -> any CredentialStore {
        let name = group?.name.flatMap { $0.isEmpty ? nil : $0 }
        do throws(StoreError) {
            try change(to: name, migrates: group?.migrateKeychainItems ?? false, keys.items)
        } catch {
            AWSCognitoAuthPlugin.log.error("The session did not follow the access group. \(error)")
        }
        return open(name)
    }

    private func change(to group: String?, migrates: Bool, _ items: [String]) throws(StoreError) {
        let former = formerGroup
        guard former != group else { return }
        let source = open(former)
        let target = open(group)
        let isTargetFree = group == nil || items.allSatisfy { target.read($0) == .absent }
        if isTargetFree, migrates { try Self.copy(items, from: source, to: target) }
        if isTargetFree, migrates || former == nil { try Self.remove(items, from: source) }
        try remember(group)
    }

    private static func copy(
        _ items: [String],
        from source: any CredentialStore,
        to target: any CredentialStore
    ) throws(StoreError) {
        for item in items {
            switch source.read(item) {
            case .found(let data): try target.write(data, for: item)
            case .absent: try target.remove(item)
            case .unreadable(let error): throw error
            }
        }
    }

    private static func remove(_ items: [String], from store: any CredentialStore) throws(StoreError) {
        for item in items { try store.remove(item) }
    }

    /// The group at the last start, noted in the private store.
    private var formerGroup: String? {
        guard case .found(let data) = open(nil).read(Self.accessGroupKey) else { return nil }
        return String(data: data, encoding: .utf8)
    }

    private func remember(_ group: String?) throws(StoreError) {
        guard let group else { return try open(nil).remove(Self.accessGroupKey) }
        try open(nil).write(Data(group.utf8), for: Self.accessGroupKey)
    }
}

extension StoreKeys {
    fileprivate var items: [String] { [session, StoreKeys.configuration] }
}
