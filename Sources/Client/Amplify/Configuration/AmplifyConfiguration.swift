// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// The content of `amplifyconfiguration.json` (generation 1): a block for each category.
public struct AmplifyConfiguration: Codable, Sendable {
    let analytics: AnalyticsCategoryConfiguration?
    let api: APICategoryConfiguration?
    let auth: AuthCategoryConfiguration?
    let dataStore: DataStoreCategoryConfiguration?
    let geo: GeoCategoryConfiguration?
    let hub: HubCategoryConfiguration?
    let logging: LoggingCategoryConfiguration?
    let notifications: NotificationsCategoryConfiguration?
    let predictions: PredictionsCategoryConfiguration?
    let storage: StorageCategoryConfiguration?

    /// Makes a configuration.
    public init(
        analytics: AnalyticsCategoryConfiguration? = nil,
        api: APICategoryConfiguration? = nil,
        auth: AuthCategoryConfiguration? = nil,
        dataStore: DataStoreCategoryConfiguration? = nil,
        geo: GeoCategoryConfiguration? = nil,
        hub: HubCategoryConfiguration? = nil,
        logging: LoggingCategoryConfiguration? = nil,
        notifications: NotificationsCategoryConfiguration? = nil,
        predictions: PredictionsCategoryConfiguration? = nil,
        storage: StorageCategoryConfiguration? = nil
    ) {
        self.analytics = analytics
        self.api = api
        self.auth = auth
        self.dataStore = dataStore
        self.geo = geo
        self.hub = hub
        self.logging = logging
        self.notifications = notifications
        self.predictions = predictions
        self.storage = storage
    }

    /// Reads a configuration file.
    ///
    /// - Throws: `ConfigurationError.invalidAmplifyConfigurationFile` if it cannot be read,
    ///   `ConfigurationError.unableToDecode` if its content is not a configuration.
    public init(configurationFile url: URL) throws {
        self = try ConfigurationFile.generation1.decode(Self.self, from: url)
    }
}
