// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// `Amplify.DataStore`: records of models that are kept on the device and synchronised with an API.
///
/// A call before `Amplify.configure`, without a plugin or with several plugins throws `DataStoreError.configuration`;
/// the original ends the process there.
public final class DataStoreCategory: Category {
    /// DataStore.
    public let categoryType = CategoryType.dataStore

    private static let terms = CategoryTerms(name: "DataStore") { DataStoreError.configuration($0, $1) }

    private let shelf = Mutex(PluginShelf<any DataStoreCategoryPlugin>())

    init() {}

    /// Adds a plugin, in place of any other with the same key.
    ///
    /// - Throws: `DataStoreError.configuration` if its key is empty, `ConfigurationError.amplifyAlreadyConfigured`
    ///   after `Amplify.configure`.
    public func add(plugin: any DataStoreCategoryPlugin) throws {
        try shelf.withLock { try $0.add(plugin, for: plugin.key, Self.terms) }
    }

    /// The plugin with that key, whether or not it was configured.
    ///
    /// - Throws: `DataStoreError.configuration` if there is none.
    public func getPlugin(for key: PluginKey) throws -> any DataStoreCategoryPlugin {
        try shelf.withLock { $0 }.item(for: key, Self.terms)
    }

    /// Takes the plugin away; without effect if no plugin has the key.
    public func removePlugin(for key: PluginKey) {
        shelf.withLock { $0.remove(key) }
    }

    /// The plugin that does the work.
    ///
    /// - Throws: `.configuration` unless there is exactly one, and it was configured.
    var plugin: any DataStoreCategoryPlugin {
        get throws(DataStoreError) { try shelf.withLock { $0 }.only(Self.terms) }
    }
}

extension DataStoreCategory: CategoryConfigurable {
    func configure(using settings: PluginSettings) throws {
        // First, because a plugin says on the Hub that it is configured, and a listener may call at once.
        shelf.withLock { $0.isConfigured = true }
        do {
            try settings.configure(shelf.withLock { $0.items }, of: .dataStore)
        } catch {
            shelf.withLock { $0.isConfigured = false }
            throw error
        }
    }
}

extension DataStoreCategory: Resettable {
    /// Resets and removes all plugins.
    public func reset() async {
        for plugin in shelf.withLock({ $0.items }).values {
            await plugin.reset()
        }
        shelf.withLock { $0.removeAll() }
    }
}
