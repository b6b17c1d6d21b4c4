// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify

/// The APIs of the configuration, by name.
struct APIConfiguration: Sendable {
    private let endpoints: [String: APIEndpoint]

    /// Reads the plugin's block of `amplifyconfiguration.json`: APIs by name.
    ///
    /// - Throws: `PluginError.pluginConfigurationError`; the error names the key and the API, and never a value.
    init(_ block: JSONValue) throws {
        guard let apis = block.asObject else {
            throw PluginError.pluginConfigurationError(
                "The block of the API plugin is not an object", "Make it an object whose keys are the names of APIs")
        }
        var endpoints: [String: APIEndpoint] = [:]
        for (name, value) in apis {
            endpoints[name] = try APIEndpoint(name: name, value)
        }
        self.endpoints = endpoints
    }

    /// Reads `data` of `amplify_outputs.json`: one GraphQL API.
    ///
    /// - Throws: `PluginError.pluginConfigurationError`.
    init(_ outputs: AmplifyOutputsData) throws {
        guard let data = outputs.data else {
            throw PluginError.pluginConfigurationError(
                "Missing `data` category in the configuration.",
                "Add data with url, aws_region, default_authorization_type and authorization_types to "
                    + "amplify_outputs.json"
            )
        }
        let servers = try outputs.servers()
        let endpoint = try APIEndpoint(
            name: AWSAPIPlugin.defaultGraphQLAPI,
            kind: .graphQL,
            address: APIEndpoint.Address(
                text: data.url, key: "data.url", allowsInsecure: servers.allowsInsecureEndpoint,
                permission: servers.permission),
            region: data.awsRegion,
            defaultMode: AWSAuthorizationType(data.defaultAuthorizationType),
            apiKey: data.apiKey
        )
        endpoints = [endpoint.name: endpoint]
    }

    /// Whether there is an API of that name.
    func contains(_ name: String) -> Bool { endpoints[name] != nil }

    /// The API of a call.
    ///
    /// - Parameters:
    ///   - name: the name that the call has; nil for the only API of the kind.
    ///   - kind: the kind of the call.
    /// - Returns: the API.
    /// - Throws: `.invalidConfiguration` if there is none, or more than one for a call without name.
    func endpoint(named name: String?, kind: APIEndpoint.Kind) throws(APIError) -> APIEndpoint {
        if let name { return try endpoint(named: name) }
        let candidates = endpoints.values.filter { $0.kind == kind }
        guard let first = candidates.first else {
            throw .invalidConfiguration(
                "Missing API for \(kind.rawValue) endpointType", "Add the \(kind.rawValue) API to configuration.")
        }
        guard candidates.count == 1 else {
            throw .invalidConfiguration(
                "More than one \(kind.rawValue) API configured. Could not infer which API to call",
                "Use the apiName to specify which API to call")
        }
        return first
    }

    private func endpoint(named name: String) throws(APIError) -> APIEndpoint {
        guard let endpoint = endpoints[name] else {
            throw .invalidConfiguration(
                "Unable to get an endpoint configuration for \(name)",
                "Review your API plugin configuration and ensure \(name) has a valid configuration.")
        }
        return endpoint
    }

    /// An API of either kind; without a name the only GraphQL API, else the only REST API.
    ///
    /// - Throws: `.invalidConfiguration` if there is no such API.
    func endpoint(named name: String?) throws(APIError) -> APIEndpoint {
        if let name { return try endpoint(named: name) }
        for kind in [APIEndpoint.Kind.graphQL, .rest] {
            let candidates = endpoints.values.filter { $0.kind == kind }
            if let only = candidates.first, candidates.count == 1 { return only }
        }
        throw .invalidConfiguration(
            "Unable to resolve endpoint configuration", "Use the apiName to specify which API is meant")
    }
}

extension APIEndpoint {
    private static let modes = AWSAuthorizationType.allCases.map(\.rawValue).joined(separator: ", ")

    /// Reads an API of `amplifyconfiguration.json`.
    fileprivate init(name: String, _ value: JSONValue) throws {
        guard value.asObject != nil else {
            throw PluginError.pluginConfigurationError(
                "The API \(name) is not an object",
                "Make it an object with endpointType, endpoint, region and authorizationType")
        }
        guard let kind = Kind(rawValue: try Self.text("endpointType", of: name, value)) else {
            throw PluginError.pluginConfigurationError(
                "The `endpointType` of the API \(name) should be either `GraphQL` or `REST`.",
                "Correct the endpointType of \(name)")
        }
        let mode = try Self.text("authorizationType", of: name, value)
        guard let defaultMode = AWSAuthorizationType(rawValue: mode) else {
            throw PluginError.pluginConfigurationError(
                "Could not convert `\(mode)` to an AWSAuthorizationType",
                "Set the authorizationType of \(name) to one of \(Self.modes)")
        }
        try self.init(
            name: name,
            kind: kind,
            address: Address(
                text: try Self.text("endpoint", of: name, value), key: "\(name).endpoint",
                allowsInsecure: value["allowsInsecureEndpoint"]?.booleanValue ?? false,
                permission: "\(name).allowsInsecureEndpoint"),
            region: value["region"]?.stringValue,
            defaultMode: defaultMode,
            apiKey: value["apiKey"]?.stringValue
        )
    }

    private static func text(_ key: String, of name: String, _ value: JSONValue) throws(PluginError) -> String {
        guard let text = value[key]?.stringValue else {
            throw .pluginConfigurationError(
                "Could not get `\(key)` from plugin configuration",
                "Add \(key) with a text to the API \(name) in amplifyconfiguration.json")
        }
        return text
    }
}

extension AWSAuthorizationType {
    fileprivate init(_ type: AmplifyOutputsData.AWSAppSyncAuthorizationType) {
        self =
            switch type {
            case .amazonCognitoUserPools: .amazonCognitoUserPools
            case .apiKey: .apiKey
            case .awsIAM: .awsIAM
            case .awsLambda: .function
            case .openIDConnect: .openIDConnect
            }
    }
}
