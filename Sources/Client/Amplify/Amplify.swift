// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The library's entry point: one property for each category, and the life cycle that they share.
public final class Amplify: Sendable {
    private struct Rooms {
        var api = APICategory()
        var auth = AuthCategory()
        var dataStore = DataStoreCategory()
        var hub = HubCategory()
        var logging = LoggingCategory()
    }

    private static let rooms = Mutex(Rooms())

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Queries, mutations and subscriptions of GraphQL APIs.
    public internal(set) static var API: APICategory {
        get { rooms.withLock { $0.api } }
        set { rooms.withLock { $0.api = newValue } }
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Sign-up, sign-in, the session, the user's attributes and devices.
    public internal(set) static var Auth: AuthCategory {
        get { rooms.withLock { $0.auth } }
        set { rooms.withLock { $0.auth = newValue } }
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Records of models that are kept on the device and synchronised with an API.
    public internal(set) static var DataStore: DataStoreCategory {
        get { rooms.withLock { $0.dataStore } }
        set { rooms.withLock { $0.dataStore = newValue } }
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Events inside the app.
    public internal(set) static var Hub: HubCategory {
        get { rooms.withLock { $0.hub } }
        set { rooms.withLock { $0.hub = newValue } }
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Messages for developers.
    public internal(set) static var Logging: LoggingCategory {
        get { rooms.withLock { $0.logging } }
        set { rooms.withLock { $0.logging = newValue } }
    }

    /// Adds a plugin to the category that it belongs to.
    ///
    /// - Throws: the category's configuration error if the key is empty, `ConfigurationError.amplifyAlreadyConfigured`
    ///   after `configure`, `PluginError.pluginConfigurationError` if no category takes such a plugin.
    public static func add(plugin: some Plugin) throws {
        switch plugin {
        case let plugin as any APICategoryPlugin: try API.add(plugin: plugin)
        case let plugin as any AuthCategoryPlugin: try Auth.add(plugin: plugin)
        case let plugin as any DataStoreCategoryPlugin: try DataStore.add(plugin: plugin)
        case let plugin as any HubCategoryPlugin: try Hub.add(plugin: plugin)
        case let plugin as any LoggingCategoryPlugin: try Logging.add(plugin: plugin)
        default:
            throw PluginError.pluginConfigurationError(
                "No category takes the plugin \(plugin.key)",
                "Add a plugin that conforms to the plugin protocol of a category"
            )
        }
    }
}

extension Amplify: DefaultLogger {
    /// The library's own logger.
    public static var log: any Logger { Logging.logger(forCategory: "Amplify") }

    /// The library's own logger.
    public var log: any Logger { Self.log }
}
