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

    /// Kept as it is.
    public let analytics: JSONValue?

    /// User pool and identity pool.
    public let auth: Auth?

    /// The GraphQL API.
    public let data: DataCategory?

    /// Kept as it is.
    public let geo: JSONValue?

    /// Kept as it is.
    public let notifications: JSONValue?

    /// Kept as it is.
    public let storage: JSONValue?

    /// What the app's authors added; kept as it is.
    public let custom: JSONValue?

    /// Makes a configuration of version "1".
    public init(
        analytics: JSONValue? = nil,
        auth: Auth? = nil,
        data: DataCategory? = nil,
        geo: JSONValue? = nil,
        notifications: JSONValue? = nil,
        storage: JSONValue? = nil,
        custom: JSONValue? = nil
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
