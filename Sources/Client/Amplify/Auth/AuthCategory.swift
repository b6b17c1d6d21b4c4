// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// `Amplify.Auth`: sign-up, sign-in, the session, the user's attributes, devices and passkeys.
///
/// A call before `Amplify.configure`, without a plugin or with several plugins throws `AuthError.configuration`; the
/// original ends the process there.
public final class AuthCategory: Category {
    /// Auth.
    public let categoryType = CategoryType.auth

    private static let terms = CategoryTerms(name: "Auth") { AuthError.configuration($0, $1) }

    private let shelf = Mutex(PluginShelf<any AuthCategoryPlugin>())

    init() {}

    /// Adds a plugin, in place of any other with the same key.
    ///
    /// - Throws: `AuthError.configuration` if its key is empty, `ConfigurationError.amplifyAlreadyConfigured` after
    ///   `Amplify.configure`.
    public func add(plugin: any AuthCategoryPlugin) throws {
        try shelf.withLock { try $0.add(plugin, for: plugin.key, Self.terms) }
    }

    /// The plugin with that key, whether or not it was configured.
    ///
    /// - Throws: `AuthError.configuration` if there is none.
    public func getPlugin(for key: PluginKey) throws -> any AuthCategoryPlugin {
        try shelf.withLock { $0 }.item(for: key, Self.terms)
    }

    /// Takes the plugin away; without effect if no plugin has the key.
    public func removePlugin(for key: PluginKey) {
        shelf.withLock { $0.remove(key) }
    }

    /// The plugin that does the work.
    ///
    /// - Throws: `.configuration` unless there is exactly one, and it was configured.
    var plugin: any AuthCategoryPlugin {
        get throws(AuthError) {
            // Every call asks for it, so it is found without a copy of the shelf.
            try shelf.withLock { shelf throws(AuthError) in try shelf.only(Self.terms) }
        }
    }
}

extension AuthCategory: CategoryConfigurable {
    func configure(using settings: PluginSettings) throws {
        // First, because a plugin says on the Hub that it is configured, and a listener may call at once.
        shelf.withLock { $0.isConfigured = true }
        do {
            try settings.configure(shelf.withLock { $0.items }, of: .auth)
        } catch {
            shelf.withLock { $0.isConfigured = false }
            throw error
        }
    }
}

extension AuthCategory: Resettable {
    /// Resets and removes all plugins.
    public func reset() async {
        for plugin in shelf.withLock({ $0.items }).values {
            await plugin.reset()
        }
        shelf.withLock { $0.removeAll() }
    }
}
