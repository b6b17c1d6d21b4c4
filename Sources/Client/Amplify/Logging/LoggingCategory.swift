// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// `Amplify.Logging`: messages for developers.
///
/// Works from the start with a built-in plugin.
public final class LoggingCategory: Category {
    /// Logging.
    public let categoryType = CategoryType.logging

    private struct State {
        var shelf = PluginShelf<any LoggingCategoryPlugin>()
        var logLevel = LogLevel.error
    }

    private let builtIn = AWSUnifiedLoggingPlugin()
    private let state: Mutex<State>

    init() {
        var initial = State()
        initial.shelf.put(builtIn, for: builtIn.key)
        state = Mutex(initial)
    }

    /// The log level of the whole process.
    public var logLevel: LogLevel {
        get { state.withLock { $0.logLevel } }
        set { state.withLock { $0.logLevel = newValue } }
    }

    /// Adds a plugin, which takes over at the next `Amplify.configure`, in place of one that was added before.
    ///
    /// The built-in plugin stays beside it, to be had from `getPlugin(for:)`.
    ///
    /// - Throws: `LoggingError.configuration` if its key is empty.
    public func add(plugin: any LoggingCategoryPlugin) throws {
        let key = plugin.key
        guard !key.isEmpty else {
            throw LoggingError.configuration("The plugin's key is empty", "Give the plugin a key")
        }
        state.withLock { state in
            state.shelf.removeAll()
            state.shelf.put(builtIn, for: builtIn.key)
            state.shelf.put(plugin, for: key)
        }
    }

    /// The plugin with that key.
    ///
    /// - Throws: `LoggingError.configuration` if there is none.
    public func getPlugin(for key: PluginKey) throws -> any LoggingCategoryPlugin {
        guard let plugin = state.withLock({ $0.shelf.items[key] }) else {
            throw LoggingError.configuration("No logging plugin has the key \(key)", "Add the plugin first")
        }
        return plugin
    }

    /// Takes the plugin away; without effect if no plugin has the key.
    public func removePlugin(for key: PluginKey) {
        state.withLock { $0.shelf.remove(key) }
    }

    /// The plugin that writes now: the built-in one until another is configured, so that no message is lost.
    var plugin: any LoggingCategoryPlugin {
        state.withLock { $0.shelf.isConfigured ? $0.shelf.latest : nil } ?? builtIn
    }
}

extension LoggingCategory: CategoryConfigurable {
    func configure(using settings: PluginSettings) throws {
        try settings.configure(state.withLock { $0.shelf.items }, of: .logging)
        state.withLock { $0.shelf.isConfigured = true }
    }
}

extension LoggingCategory: Resettable {
    /// Resets and removes all plugins, and puts the built-in one back.
    public func reset() async {
        for plugin in state.withLock({ $0.shelf.items }).values {
            await plugin.reset()
        }
        state.withLock { state in
            state = State()
            state.shelf.put(builtIn, for: builtIn.key)
        }
    }
}

/// The operations of the Logging category.
public protocol LoggingCategoryClientBehavior {
    /// The logger for messages that belong to no category.
    var `default`: any Logger { get }

    /// Switches all logging on.
    func enable()

    /// Switches all logging off.
    func disable()

    /// A logger whose messages bear the category.
    func logger(forCategory category: String) -> any Logger

    /// A logger with its own level; its messages contain the category.
    func logger(forCategory category: String, logLevel: LogLevel) -> any Logger

    /// A logger whose messages bear the namespace.
    func logger(forNamespace namespace: String) -> any Logger

    /// A logger whose messages bear the category and the namespace.
    func logger(forCategory category: String, forNamespace namespace: String) -> any Logger
}

/// A plugin that writes logs.
public protocol LoggingCategoryPlugin: Plugin, LoggingCategoryClientBehavior {}

extension LoggingCategoryPlugin {
    /// Logging.
    public var categoryType: CategoryType { .logging }
}

extension LoggingCategory: LoggingCategoryClientBehavior {
    /// The logger for messages that belong to no category.
    public var `default`: any Logger { plugin.default }

    /// Switches all logging on.
    public func enable() {
        plugin.enable()
    }

    /// Switches all logging off.
    public func disable() {
        plugin.disable()
    }

    /// A logger whose messages bear the category.
    public func logger(forCategory category: String) -> any Logger {
        plugin.logger(forCategory: category)
    }

    /// A logger whose messages bear the category's name.
    public func logger(forCategory category: CategoryType) -> any Logger {
        plugin.logger(forCategory: category.displayName)
    }

    /// A logger with its own level; its messages contain the category.
    public func logger(forCategory category: String, logLevel: LogLevel) -> any Logger {
        plugin.logger(forCategory: category, logLevel: logLevel)
    }

    /// A logger whose messages bear the namespace.
    public func logger(forNamespace namespace: String) -> any Logger {
        plugin.logger(forNamespace: namespace)
    }

    /// A logger whose messages bear the category and the namespace.
    public func logger(forCategory category: String, forNamespace namespace: String) -> any Logger {
        plugin.logger(forCategory: category, forNamespace: namespace)
    }
}
