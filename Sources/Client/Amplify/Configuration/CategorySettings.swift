// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The settings of each category, from either generation of files.
struct CategorySettings {
    let auth: PluginSettings
    let hub: PluginSettings
    let logging: PluginSettings

    init(_ configuration: AmplifyConfiguration) {
        auth = PluginSettings(configuration.auth)
        hub = PluginSettings(configuration.hub)
        logging = PluginSettings(configuration.logging)
    }

    init(_ outputs: AmplifyOutputsData) {
        auth = PluginSettings(outputs)
        hub = PluginSettings(outputs)
        logging = PluginSettings(outputs)
    }
}
