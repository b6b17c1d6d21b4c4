// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The configuration of the Logging category's plugins.
public struct LoggingCategoryConfiguration: CategoryConfiguration, Sendable {
    /// The configuration of each plugin by its key.
    public var plugins: [String: JSONValue]

    /// Makes a configuration.
    public init(plugins: [String: JSONValue] = [:]) {
        self.plugins = plugins
    }
}
