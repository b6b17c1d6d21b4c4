// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The content of `amplify_outputs.json` (generation 2).
///
/// Keys that are not known here are ignored.
public struct AmplifyOutputsData: Codable, Sendable {
    /// The name of an AWS region.
    public typealias AWSRegion = String

    /// The version of the format.
    public let version: String

    /// Usage analytics.
    public let analytics: Analytics?

    /// User pool and identity pool.
    public let auth: Auth?

    /// The GraphQL API.
    public let data: DataCategory?

    /// Maps, places and geofences.
    public let geo: Geo?

    /// Push notifications and messages.
    public let notifications: Notifications?

    /// File storage.
    public let storage: Storage?

    /// The values that the app's authors added.
    public let custom: CustomOutput?

    /// Makes a configuration of version "1".
    public init(
        analytics: Analytics? = nil,
        auth: Auth? = nil,
        data: DataCategory? = nil,
        geo: Geo? = nil,
        notifications: Notifications? = nil,
        storage: Storage? = nil,
        custom: CustomOutput? = nil
    ) {
        version = "1"
        self.analytics = analytics
        self.auth = auth
        self.data = data
        self.geo = geo
        self.notifications = notifications
        self.storage = storage
        self.custom = custom
    }

    /// Keys are snake_case in the file and camelCase here.
    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}
