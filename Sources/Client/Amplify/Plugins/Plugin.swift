// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
