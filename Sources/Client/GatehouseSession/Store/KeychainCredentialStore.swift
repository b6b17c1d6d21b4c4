// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(Security)
package import Foundation
import Security

/// A store in the keychain: readable after the first unlock, on this device only.
package struct KeychainCredentialStore: CredentialStore {
    /// The name under which an app's own items are kept.
    private static let privateService = "com.amplify.awsCognitoAuthPlugin"
    /// The name under which apps keep their shared items.
    private static let sharedService = "com.amplify.awsCognitoAuthPluginShared"

    private let service: String
    private let accessGroup: String?

    /// Creates a store.
    ///
    /// - Parameter accessGroup: the group of apps that share the items; the app's own items when nil.
    package init(accessGroup: String? = nil) {
        service = accessGroup == nil ? Self.privateService : Self.sharedService
        self.accessGroup = accessGroup
    }

    package var name: String { "\(service) \(accessGroup ?? "")" }

    package func read(_ key: String) -> StoreAnswer {
        var query = query(key)
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var result: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return .absent }
        guard status == errSecSuccess, let data = result as? Data else {
            return .unreadable(StoreError(.reading, reason: "Keychain status \(status)"))
        }
        return .found(data)
    }

    package func write(_ data: Data, for key: String) throws(StoreError) {
        let values: [CFString: Any] = [
            kSecValueData: data,
            kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        var status = SecItemUpdate(query(key) as CFDictionary, values as CFDictionary)
        if status == errSecItemNotFound {
            let item = query(key).merging(values) { $1 }
            status = unsafe SecItemAdd(item as CFDictionary, nil)
        }
        if status != errSecSuccess { throw StoreError(.writing, reason: "Keychain status \(status)") }
    }

    package func remove(_ key: String) throws(StoreError) {
        let status = SecItemDelete(query(key) as CFDictionary)
        if status != errSecSuccess, status != errSecItemNotFound {
            throw StoreError(.removing, reason: "Keychain status \(status)")
        }
    }

    /// Among the parts of this process alone: the keychain has no lock between programs.
    package func tryLock(_ key: String) -> StoreLock.Attempt { ProcessLock.attempt(store: name, key: key) }

    package func keys(startingWith prefix: String) throws(StoreError) -> [String] {
        var query = query(nil)
        query[kSecReturnAttributes] = true
        query[kSecMatchLimit] = kSecMatchLimitAll
        var result: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return [] }
        guard status == errSecSuccess, let items = result as? [[String: Any]] else {
            throw StoreError(.reading, reason: "Keychain status \(status)")
        }
        return items.compactMap { $0[kSecAttrAccount as String] as? String }.filter { $0.hasPrefix(prefix) }
    }

    /// The query for an item, or for all of them.
    private func query(_ key: String?) -> [CFString: Any] {
        var query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: service,
            kSecUseDataProtectionKeychain: true,
        ]
        if let key { query[kSecAttrAccount] = key }
        if let accessGroup { query[kSecAttrAccessGroup] = accessGroup }
        return query
    }
}
#endif
