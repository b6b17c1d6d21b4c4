// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// `Amplify.Hub`: events inside the app.
///
/// Works from the start with a built-in plugin.
public final class HubCategory: Category {
    /// Hub.
    public let categoryType = CategoryType.hub

    let subjects = HubSubjects()
    private let shelf: Mutex<PluginShelf<any HubCategoryPlugin>>

    init() {
        shelf = Mutex(Self.initial())
    }

    /// Adds a plugin in place of the built-in one; Hub cannot be used from then until the next `Amplify.configure`.
    ///
    /// - Throws: `HubError.configuration` if its key is empty.
    public func add(plugin: any HubCategoryPlugin) throws {
        let key = plugin.key
        guard !key.isEmpty else {
            throw HubError.configuration("The plugin's key is empty", "Give the plugin a key")
        }
        shelf.withLock { shelf in
            shelf.remove(Self.builtInKey)
            shelf.put(plugin, for: key)
            shelf.isConfigured = false
        }
    }

    /// The plugin with that key.
    ///
    /// - Throws: `HubError.configuration` if there is none.
    public func getPlugin(for key: PluginKey) throws -> any HubCategoryPlugin {
        guard let plugin = shelf.withLock({ $0.items[key] }) else {
            throw HubError.configuration("No Hub plugin has the key \(key)", "Add the plugin first")
        }
        return plugin
    }

    /// Takes the plugin away; without effect if no plugin has the key.
    public func removePlugin(for key: PluginKey) {
        shelf.withLock { $0.remove(key) }
    }

    private var plugin: any HubCategoryPlugin {
        shelf.withLock { $0.serving(.hub) }
    }

    private static let builtInKey = AWSHubPlugin().key

    private static func initial() -> PluginShelf<any HubCategoryPlugin> {
        var shelf = PluginShelf<any HubCategoryPlugin>()
        shelf.put(AWSHubPlugin(), for: builtInKey)
        shelf.isConfigured = true
        return shelf
    }
}

extension HubCategory: HubCategoryBehavior {
    /// Sends an event to everyone who listens to the channel, without waiting for them.
    public func dispatch(to channel: HubChannel, payload: HubPayload) {
        plugin.dispatch(to: channel, payload: payload)
        subjects.send(payload, to: channel)
    }

    /// Calls the listener for each later event of that name on the channel.
    @preconcurrency
    public func listen(
        to channel: HubChannel,
        eventName: HubPayloadEventName,
        listener: @escaping HubListener
    ) -> UnsubscribeToken {
        plugin.listen(to: channel, eventName: eventName, listener: listener)
    }

    /// Calls the listener for each later event on the channel that passes the filter.
    @preconcurrency
    public func listen(
        to channel: HubChannel,
        isIncluded filter: HubFilter? = nil,
        listener: @escaping HubListener
    ) -> UnsubscribeToken {
        plugin.listen(to: channel, isIncluded: filter, listener: listener)
    }

    /// Ends a subscription: no delivery begins after this.
    public func removeListener(_ token: UnsubscribeToken) {
        plugin.removeListener(token)
    }
}

extension HubCategory: CategoryConfigurable {
    func configure(using settings: PluginSettings) throws {
        try settings.configure(shelf.withLock { $0.items }, of: .hub)
        shelf.withLock { $0.isConfigured = true }
    }
}

extension HubCategory: Resettable {
    /// Resets and removes all plugins, and puts the built-in one back.
    public func reset() async {
        for plugin in shelf.withLock({ $0.items }).values {
            await plugin.reset()
        }
        shelf.withLock { $0 = Self.initial() }
    }
}
