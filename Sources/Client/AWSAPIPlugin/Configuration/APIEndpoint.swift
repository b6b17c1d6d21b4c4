// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient

/// An API of the configuration.
struct APIEndpoint: Sendable {
    /// The kinds of APIs, as in configuration files.
    enum Kind: String, Sendable {
        case graphQL = "GraphQL"
        case rest = "REST"

        /// The name of the service in signatures.
        var signingName: String {
            switch self {
            case .graphQL: "appsync"
            case .rest: "execute-api"
            }
        }
    }

    /// The API's name in the configuration.
    let name: String
    /// The kind of the API.
    let kind: Kind
    /// The address that queries are posted to, and below which REST requests are sent.
    let url: URL
    /// The mode of calls that name none.
    let defaultMode: AWSAuthorizationType
    private let region: String?
    private let apiKey: String?

    /// Makes an endpoint and checks it.
    ///
    /// - Throws: `PluginError.pluginConfigurationError` for an address that requests cannot be sent to, and if the default
    ///   mode lacks its key or region.
    init(
        name: String, kind: Kind, address: Address, region: String?, defaultMode: AWSAuthorizationType, apiKey: String?
    ) throws {
        self.name = name
        self.kind = kind
        self.url = try address.url()
        self.region = region
        self.defaultMode = defaultMode
        self.apiKey = apiKey
        _ = try authorization(for: defaultMode)
    }

    /// The configuration of a mode.
    ///
    /// - Throws: `PluginError.pluginConfigurationError` if the API's configuration lacks the mode's key or region.
    func authorization(for mode: AWSAuthorizationType) throws -> AWSAuthorizationConfiguration {
        try AWSAuthorizationConfiguration.makeConfiguration(authType: mode, region: region, apiKey: apiKey)
    }

    /// The address of the WebSockets of subscriptions.
    ///
    /// AWS has a host of its own for them; everywhere else they are at `/realtime` below the API's address.
    var realtimeURL: URL {
        guard let host = url.host(), Self.isAmazons(host),
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return url.appending(path: "realtime") }
        parts.host = host.replacing("appsync-api", with: "appsync-realtime-api")
        return parts.url ?? url
    }

    /// The address that the authorization of a WebSocket is signed for; no request is sent to it.
    var connectURL: URL { url.appending(path: "connect") }

    private static func isAmazons(_ host: String) -> Bool {
        host.hasSuffix("amazonaws.com") || host.hasSuffix("amazonaws.com.cn")
    }
}

extension APIEndpoint: CustomStringConvertible, CustomReflectable {
    /// The name and the address, without the key.
    var description: String { "\(name) at \(url.absoluteString)" }

    /// The name and the address, without the key.
    var customMirror: Mirror { Mirror(self, children: ["name": name, "url": url]) }
}

extension APIEndpoint {
    /// An address of the configuration, before it is checked.
    struct Address {
        let text: String
        /// The key that has it, for messages.
        let key: String
        /// Whether plain HTTP may go to other machines.
        let allowsInsecure: Bool
        /// The key that allows it, for messages.
        let permission: String

        /// The address as a URL.
        ///
        /// - Throws: `PluginError.pluginConfigurationError`.
        fileprivate func url() throws(PluginError) -> URL {
            do throws(EndpointError) {
                return try Endpoint(text, key: key, allowsInsecure: allowsInsecure, permission: permission).url
            } catch {
                throw .pluginConfigurationError(error.text, error.cure, error)
            }
        }
    }
}
