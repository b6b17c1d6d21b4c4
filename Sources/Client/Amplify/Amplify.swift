// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The library's entry point: one property for each category, and the life cycle that they share.
public final class Amplify: Sendable {
    // Constants, so that a call finds its category without a lock.

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Queries, mutations and subscriptions of GraphQL APIs.
    public static let API = APICategory()

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Sign-up, sign-in, the session, the user's attributes and devices.
    public static let Auth = AuthCategory()

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Records of models that are kept on the device and synchronised with an API.
    public static let DataStore = DataStoreCategory()

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Events inside the app.
    public static let Hub = HubCategory()

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Messages for developers.
    public static let Logging = LoggingCategory()

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
