// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
public import Foundation

/// The GraphQL API of `amplify_outputs.json`, for apps that call it by other libraries.
public struct AWSAppSyncConfiguration: Sendable {
    /// The API's region.
    public let region: String

    /// The address that requests are posted to.
    public let endpoint: URL

    /// The key of calls that are authorized by one; nil if there is none.
    public let apiKey: String?

    /// Reads the configuration.
    ///
    /// - Throws: `ConfigurationError` if there is no GraphQL API, or if its address is not a URL.
    public init(with amplifyOutputs: AmplifyOutputs) throws {
        guard let data = try amplifyOutputs.resolveConfiguration().data else {
            throw ConfigurationError.unableToDecode(
                "The configuration has no data object",
                "Add data with url, aws_region, default_authorization_type and authorization_types")
        }
        guard let endpoint = URL(string: data.url) else {
            throw ConfigurationError.unableToDecode("data.url is not a URL", "Write it as https://host/path")
        }
        region = data.awsRegion
        self.endpoint = endpoint
        apiKey = data.apiKey
    }
}

extension AWSAppSyncConfiguration: CustomStringConvertible, CustomReflectable {
    /// The address, without the key.
    public var description: String { "AWSAppSyncConfiguration(\(endpoint.absoluteString))" }

    /// The address and the region, without the key.
    public var customMirror: Mirror { Mirror(self, children: ["endpoint": endpoint, "region": region]) }
}

/// A source of API keys.
public protocol APIKeyProvider {
    /// Returns the key, a secret.
    func getAPIKey() -> String
}

/// A source of one API key.
public struct BasicAPIKeyProvider: APIKeyProvider, Sendable {
    private let apiKey: String

    /// Makes a source of a key.
    public init(apiKey: String) {
        self.apiKey = apiKey
    }

    /// Returns the key, a secret.
    public func getAPIKey() -> String {
        apiKey
    }
}

extension BasicAPIKeyProvider: CustomStringConvertible, CustomReflectable {
    /// The type's name, without the key.
    public var description: String { "BasicAPIKeyProvider" }

    /// No values, because the key is a secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
