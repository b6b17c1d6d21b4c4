// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The configuration of the Predictions category's plugins.
public struct PredictionsCategoryConfiguration: CategoryConfiguration, Sendable {
    /// The configuration of each plugin by its key.
    public var plugins: [String: JSONValue]

    /// Makes a configuration.
    public init(plugins: [String: JSONValue] = [:]) {
        self.plugins = plugins
    }
}
