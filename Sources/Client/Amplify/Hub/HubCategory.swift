// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization

/// `Amplify.Hub`: events inside the app.
///
/// Works from the start with a built-in plugin.
public final class HubCategory: Category {
    /// Hub.
    public let categoryType = CategoryType.hub

    let subjects: HubSubjects
    private let shelf: Mutex<PluginShelf<any HubCategoryPlugin>>
    /// The listeners of the built-in plugin, and the publishers.
    private let audience: HubAudience
    /// Whether the app has added a plugin, which gets every event; changed by holders of the shelf alone.
    private let hasPluginOfApp = Atomic(false)

    init() {
        let audience = HubAudience()
        self.audience = audience
        subjects = HubSubjects(audience: audience)
        shelf = Mutex(Self.initial(audience))
    }

    /// Adds a plugin in place of the built-in one; events go through it from now on.
    ///
    /// Subscriptions with the built-in plugin end. Of several plugins each gets every event, and `listen` subscribes with
    /// the one that was added last.
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
            hasPluginOfApp.store(true, ordering: .releasing)
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

    private var plugins: some Collection<any HubCategoryPlugin> {
        shelf.withLock { $0.items }.values
    }

    private static let builtInKey = AWSHubPlugin().key

    private static func initial(_ audience: HubAudience) -> PluginShelf<any HubCategoryPlugin> {
        var shelf = PluginShelf<any HubCategoryPlugin>()
        shelf.put(AWSHubPlugin(audience: audience), for: builtInKey)
        return shelf
    }
}

extension HubCategory {
    /// Whether an event may have a receiver; costs no lock.
    ///
    /// A sender makes no payload while this is false: there is no listener, no publisher and no plugin of the app.
    package var hasReceivers: Bool { !audience.isEmpty || hasPluginOfApp.load(ordering: .acquiring) }
}

extension HubCategory: HubCategoryBehavior {
    /// Sends an event to all listeners of the channel, without waiting for them.
    public func dispatch(to channel: HubChannel, payload: HubPayload) {
        guard hasReceivers else { return }
        plugins.forEach { $0.dispatch(to: channel, payload: payload) }
        subjects.send(payload, to: channel)
    }

    /// Calls the listener for each later event of that name on the channel.
    @preconcurrency
    public func listen(
        to channel: HubChannel,
        eventName: HubPayloadEventName,
        listener: @escaping HubListener
    ) -> UnsubscribeToken {
        shelf.withLock({ $0.latest })?.listen(to: channel, eventName: eventName, listener: listener)
            ?? UnsubscribeToken(channel: channel, id: UUID())
    }

    /// Calls the listener for each later event on the channel that passes the filter.
    ///
    /// Without a plugin there are no events: the token is valid and the listener is not called.
    @preconcurrency
    public func listen(
        to channel: HubChannel,
        isIncluded filter: HubFilter? = nil,
        listener: @escaping HubListener
    ) -> UnsubscribeToken {
        shelf.withLock({ $0.latest })?.listen(to: channel, isIncluded: filter, listener: listener)
            ?? UnsubscribeToken(channel: channel, id: UUID())
    }

    /// Ends a subscription: no delivery begins after this.
    public func removeListener(_ token: UnsubscribeToken) {
        plugins.forEach { $0.removeListener(token) }
    }
}

extension HubCategory: CategoryConfigurable {
    func configure(using settings: PluginSettings) throws {
        try settings.configure(shelf.withLock { $0.items }, of: .hub)
    }
}

extension HubCategory: Resettable {
    /// Resets and removes all plugins, and puts the built-in one back.
    public func reset() async {
        for plugin in shelf.withLock({ $0.items }).values {
            await plugin.reset()
        }
        shelf.withLock { shelf in
            shelf = Self.initial(audience)
            hasPluginOfApp.store(false, ordering: .releasing)
        }
    }
}
