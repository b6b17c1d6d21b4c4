// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A category's block of `amplifyconfiguration.json`.
public protocol CategoryConfiguration: Codable {
    /// The configuration of each plugin by its key.
    var plugins: [String: JSONValue] { get }
}

/// The configuration of the Analytics category's plugins.
public struct AnalyticsCategoryConfiguration: CategoryConfiguration, Sendable {
    /// The configuration of each plugin by its key.
    public var plugins: [String: JSONValue]

    /// Makes a configuration.
    public init(plugins: [String: JSONValue] = [:]) {
        self.plugins = plugins
    }
}

/// The configuration of the API category's plugins.
public struct APICategoryConfiguration: CategoryConfiguration, Sendable {
    /// The configuration of each plugin by its key.
    public var plugins: [String: JSONValue]

    /// Makes a configuration.
    public init(plugins: [String: JSONValue] = [:]) {
        self.plugins = plugins
    }
}

/// The configuration of the Auth category's plugins.
public struct AuthCategoryConfiguration: CategoryConfiguration, Sendable {
    /// The configuration of each plugin by its key.
    public var plugins: [String: JSONValue]

    /// Makes a configuration.
    public init(plugins: [String: JSONValue] = [:]) {
        self.plugins = plugins
    }
}

/// The configuration of the DataStore category's plugins.
public struct DataStoreCategoryConfiguration: CategoryConfiguration, Sendable {
    /// The configuration of each plugin by its key.
    public var plugins: [String: JSONValue]

    /// Makes a configuration.
    public init(plugins: [String: JSONValue] = [:]) {
        self.plugins = plugins
    }
}

/// The configuration of the Geo category's plugins.
public struct GeoCategoryConfiguration: CategoryConfiguration, Sendable {
    /// The configuration of each plugin by its key.
    public var plugins: [String: JSONValue]

    /// Makes a configuration.
    public init(plugins: [String: JSONValue] = [:]) {
        self.plugins = plugins
    }
}

/// The configuration of the Hub category's plugins.
public struct HubCategoryConfiguration: CategoryConfiguration, Sendable {
    /// The configuration of each plugin by its key.
    public var plugins: [String: JSONValue]

    /// Makes a configuration.
    public init(plugins: [String: JSONValue] = [:]) {
        self.plugins = plugins
    }
}

/// The configuration of the Logging category's plugins.
public struct LoggingCategoryConfiguration: CategoryConfiguration, Sendable {
    /// The configuration of each plugin by its key.
    public var plugins: [String: JSONValue]

    /// Makes a configuration.
    public init(plugins: [String: JSONValue] = [:]) {
        self.plugins = plugins
    }
}

/// The configuration of the Notifications category's plugins.
public struct NotificationsCategoryConfiguration: CategoryConfiguration, Sendable {
    /// The configuration of each plugin by its key.
    public var plugins: [String: JSONValue]

    /// Makes a configuration.
    public init(plugins: [String: JSONValue] = [:]) {
        self.plugins = plugins
    }
}

/// The configuration of the Predictions category's plugins.
public struct PredictionsCategoryConfiguration: CategoryConfiguration, Sendable {
    /// The configuration of each plugin by its key.
    public var plugins: [String: JSONValue]

    /// Makes a configuration.
    public init(plugins: [String: JSONValue] = [:]) {
        self.plugins = plugins
    }
}

/// The configuration of the Storage category's plugins.
public struct StorageCategoryConfiguration: CategoryConfiguration, Sendable {
    /// The configuration of each plugin by its key.
    public var plugins: [String: JSONValue]

    /// Makes a configuration.
    public init(plugins: [String: JSONValue] = [:]) {
        self.plugins = plugins
    }
}
