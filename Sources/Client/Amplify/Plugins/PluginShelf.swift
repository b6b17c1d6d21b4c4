// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The plugins of one category, and whether they were configured.
struct PluginShelf<Item> {
    private(set) var items: [PluginKey: Item] = [:]
    var isConfigured = false
    /// The plugin that does the work, kept ready because every call asks for it.
    private var only: Item?

    /// Puts the plugin in place of any other with the same key.
    mutating func put(_ item: Item, for key: PluginKey) {
        items[key] = item
        choose()
    }

    mutating func remove(_ key: PluginKey) {
        items[key] = nil
        choose()
    }

    mutating func removeAll() {
        items = [:]
        isConfigured = false
        choose()
    }

    /// The one plugin, when there is exactly one and it was configured.
    var ready: Item? {
        isConfigured ? only : nil
    }

    /// The one plugin.
    ///
    /// Ends the process if there is not exactly one, or none was configured: the app's set-up is wrong.
    func serving(_ category: CategoryType) -> Item {
        if let ready {
            return ready
        }
        precondition(isConfigured, "\(category.displayName) is used before Amplify.configure()")
        precondition(!items.isEmpty, "\(category.displayName) has no plugin: add one before Amplify.configure()")
        preconditionFailure("\(category.displayName) has several plugins: use getPlugin(for:) and call one of them")
    }

    private mutating func choose() {
        only = items.count == 1 ? items.first?.value : nil
    }
}
