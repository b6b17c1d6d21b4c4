// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Something that belongs to a category.
public protocol CategoryTypeable {
    /// The category.
    var categoryType: CategoryType { get }
}

/// The categories of the library.
public enum CategoryType: String, CaseIterable, Sendable {
    /// Usage analytics.
    case analytics

    /// REST and GraphQL.
    case api

    /// Sign-up, sign-in and the session.
    case auth

    /// Models that are kept on the device and synchronised.
    case dataStore

    /// Maps and places.
    case geo

    /// Events inside the app.
    case hub

    /// Logs.
    case logging

    /// Machine learning.
    case predictions

    /// Push notifications.
    case pushNotifications

    /// Files.
    case storage
}

extension CategoryType {
    /// The name to show to a developer.
    public var displayName: String {
        switch self {
        case .analytics: "Analytics"
        case .api: "API"
        case .auth: "Authentication"
        case .dataStore: "DataStore"
        case .geo: "Geo"
        case .hub: "Hub"
        case .logging: "Logging"
        case .predictions: "Predictions"
        case .pushNotifications: "PushNotifications"
        case .storage: "Storage"
        }
    }

    /// The category itself.
    public var category: any Category {
        switch self {
        case .api: Amplify.API
        case .auth: Amplify.Auth
        case .dataStore: Amplify.DataStore
        case .hub: Amplify.Hub
        case .logging: Amplify.Logging
        case .analytics, .geo, .predictions, .pushNotifications, .storage:
            PluginlessCategory(categoryType: self)
        }
    }
}

/// A part of the library's surface with plugins behind it.
public protocol Category: AnyObject, CategoryTypeable, DefaultLogger, Sendable {
    /// Takes the plugin away; without effect if no plugin has the key.
    func removePlugin(for key: PluginKey)
}

extension Category {
    /// A logger whose messages bear the category's name.
    public var log: any Logger {
        Amplify.Logging.logger(forCategory: categoryType.displayName)
    }
}

/// A category that can be configured.
protocol CategoryConfigurable {
    /// Configures the category's plugins; from then on its methods can be called.
    func configure(using settings: PluginSettings) throws
}

/// A category that this library names but for which it accepts no plugin.
final class PluginlessCategory: Category {
    let categoryType: CategoryType

    init(categoryType: CategoryType) {
        self.categoryType = categoryType
    }

    func removePlugin(for key: PluginKey) {}
}
