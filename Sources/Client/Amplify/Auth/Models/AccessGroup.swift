// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The place of a stored session: private, or shared with the other apps of a group.
public struct AccessGroup: Sendable {
    /// The name of the group; `nil` means private.
    public let name: String?

    /// Whether the session moves along when the group changes.
    public let migrateKeychainItems: Bool

    /// A group of apps that share the session.
    public init(name: String, migrateKeychainItemsOfUserSession: Bool = false) {
        self.init(group: name, migrates: migrateKeychainItemsOfUserSession)
    }

    /// No group: the session is private.
    public static func none(migrateKeychainItemsOfUserSession: Bool) -> AccessGroup {
        AccessGroup(group: nil, migrates: migrateKeychainItemsOfUserSession)
    }

    /// No group, and no session to move along.
    public static var none: AccessGroup {
        .none(migrateKeychainItemsOfUserSession: false)
    }

    private init(group: String?, migrates: Bool) {
        name = group
        migrateKeychainItems = migrates
    }
}
