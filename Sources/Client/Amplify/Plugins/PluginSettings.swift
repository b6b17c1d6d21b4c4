// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The settings of the plugins of one category.
struct PluginSettings {
    private let values: [PluginKey: JSONValue]
    private let outputs: AmplifyOutputsData?

    /// A category's block of `amplifyconfiguration.json`.
    init(_ configuration: (any CategoryConfiguration)?) {
        values = configuration?.plugins ?? [:]
        outputs = nil
    }

    /// `amplify_outputs.json`, which every plugin receives whole.
    init(_ outputs: AmplifyOutputsData) {
        values = [:]
        self.outputs = outputs
    }

    /// Configures each plugin, and warns of blocks that no plugin asked for.
    func configure(_ plugins: [PluginKey: any Plugin], of category: CategoryType) throws {
        for key in values.keys.sorted() where plugins[key] == nil {
            Amplify.Logging.warn("The configuration of \(category.displayName) names an absent plugin: \(key)")
        }
        for (key, plugin) in plugins {
            try plugin.configure(using: value(for: key))
        }
    }

    private func value(for key: PluginKey) -> Any? {
        if let outputs {
            return outputs
        }
        return values[key]
    }
}

/// The settings of each category, from either generation of files.
struct CategorySettings {
    let api: PluginSettings
    let auth: PluginSettings
    let dataStore: PluginSettings
    let hub: PluginSettings
    let logging: PluginSettings

    init(_ configuration: AmplifyConfiguration) {
        api = PluginSettings(configuration.api)
        auth = PluginSettings(configuration.auth)
        dataStore = PluginSettings(configuration.dataStore)
        hub = PluginSettings(configuration.hub)
        logging = PluginSettings(configuration.logging)
    }

    init(_ outputs: AmplifyOutputsData) {
        api = PluginSettings(outputs)
        auth = PluginSettings(outputs)
        dataStore = PluginSettings(outputs)
        hub = PluginSettings(outputs)
        logging = PluginSettings(outputs)
    }
}
