// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The plugins of one category, and whether they were configured.
struct PluginShelf<Item> {
    private(set) var items: [PluginKey: Item] = [:]
    var isConfigured = false
    /// The plugin that was added last, kept ready because every call asks for it.
    private(set) var latest: Item?
    /// The keys, in the order in which the plugins were added.
    private var order: [PluginKey] = []

    /// Puts the plugin in place of any other with the same key.
    mutating func put(_ item: Item, for key: PluginKey) {
        remove(key)
        items[key] = item
        order.append(key)
        latest = item
    }

    mutating func remove(_ key: PluginKey) {
        items[key] = nil
        order.removeAll { $0 == key }
        latest = order.last.flatMap { items[$0] }
    }

    mutating func removeAll() {
        self = PluginShelf()
    }
}

extension PluginShelf: Sendable where Item: Sendable {}
