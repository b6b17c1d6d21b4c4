// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The name under which a plugin is known in its category.
public typealias PluginKey = String

/// The implementation of a category.
///
/// Plugins are used from any thread, so they are `Sendable`.
@preconcurrency
public protocol Plugin: CategoryTypeable, Resettable, Sendable {
    /// The plugin's name; must not be empty.
    var key: PluginKey { get }

    /// Prepares the plugin. Called once, by `Amplify.configure`.
    ///
    /// - Parameter configuration: a `JSONValue` from `amplifyconfiguration.json`, `nil` if that has no block for the
    ///   plugin's key, or the whole `AmplifyOutputsData`.
    /// - Throws: `PluginError` or the category's error if the plugin cannot work with it.
    func configure(using configuration: Any?) throws
}

/// A plugin that can be made from another one.
public protocol PluginInitializable {
    /// Wraps or copies the plugin.
    init(instance: some Plugin)
}

/// Something that can be put back to how it was before it was configured.
public protocol Resettable {
    /// Lets go of everything that was set up or stored in memory.
    func reset() async
}

extension Resettable where Self: Plugin {
    /// Does nothing: the default for a plugin without state.
    public func reset() async {}
}

/// A plugin with a version number.
public protocol AmplifyVersionable {
    /// The version, such as `1.4.2`.
    var version: String { get }
}

extension AmplifyVersionable where Self: AnyObject {
    /// The version of the bundle that holds the type; `Not Available` where programs have no bundles.
    public var version: String {
        let version = Bundle(for: type(of: self)).object(forInfoDictionaryKey: "CFBundleShortVersionString")
        return version as? String ?? "Not Available"
    }
}

extension AWSHubPlugin: AmplifyVersionable {}
extension AWSUnifiedLoggingPlugin: AmplifyVersionable {}

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

/// The words and the error of a category for plugins that are missing or wrong.
struct CategoryTerms<Failure: Error>: Sendable {
    /// The name of the category, as in `Amplify.Auth`.
    let name: String
    /// Makes the category's error for a wrong configuration.
    let error: @Sendable (ErrorDescription, RecoverySuggestion) -> Failure
}

extension PluginShelf {
    /// Puts a plugin that an app adds in place of any other with the same key.
    ///
    /// - Throws: the category's error if the key is empty, `ConfigurationError.amplifyAlreadyConfigured` after
    ///   `Amplify.configure`.
    mutating func add(_ item: Item, for key: PluginKey, _ terms: CategoryTerms<some Error>) throws {
        guard !key.isEmpty else { throw terms.error("The plugin's key is empty", "Give the plugin a key") }
        guard !isConfigured else {
            throw ConfigurationError.amplifyAlreadyConfigured(
                "The plugin \(key) was added after Amplify.configure", "Add plugins first")
        }
        put(item, for: key)
    }

    /// The plugin with a key, whether or not it was configured.
    ///
    /// - Throws: the category's error if there is none.
    func item<Failure>(for key: PluginKey, _ terms: CategoryTerms<Failure>) throws(Failure) -> Item {
        guard let item = items[key] else {
            throw terms.error("No \(terms.name) plugin has the key \(key)", "Add the plugin first")
        }
        return item
    }

    /// The plugin that does the work.
    ///
    /// - Throws: the category's error unless there is exactly one, and it was configured.
    func only<Failure>(_ terms: CategoryTerms<Failure>) throws(Failure) -> Item {
        guard isConfigured else {
            throw terms.error("\(terms.name) is used before Amplify.configure", "Call Amplify.configure first")
        }
        guard let latest else {
            throw terms.error(
                "\(terms.name) has no plugin", "Add one with Amplify.add(plugin:) before Amplify.configure")
        }
        guard items.count == 1 else {
            throw terms.error(
                "\(terms.name) has \(items.count) plugins: \(items.keys.sorted().joined(separator: ", "))",
                "Get one of them with Amplify.\(terms.name).getPlugin(for:) and call it")
        }
        return latest
    }
}
