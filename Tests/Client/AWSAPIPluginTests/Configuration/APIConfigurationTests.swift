// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseTestSupport
import Testing

@testable import AWSAPIPlugin

/// The configuration of both generations.
@Suite struct APIConfigurationTests {
    private static let good: [String: JSONValue] = [
        "endpointType": "GraphQL", "endpoint": "https://x.appsync-api.eu-west-1.amazonaws.com/graphql",
        "region": "eu-west-1", "authorizationType": "API_KEY", "apiKey": "da2-secret",
    ]

    private static func api(_ changes: [String: JSONValue?]) -> JSONValue {
        .object(good.merging(changes.compactMapValues { $0 }) { $1 }.filter { changes[$0.key] != .some(nil) })
    }

    private func endpoint(_ configuration: APIConfiguration, _ name: String? = nil) throws(APIError) -> APIEndpoint {
        try configuration.endpoint(named: name, kind: .graphQL)
    }

    @Test func `an API of a generation 1 file has its address and its default mode`() throws {
        let endpoint = try endpoint(try APIConfiguration(["todos": Self.api([:])]))
        #expect(endpoint.name == "todos" && endpoint.defaultMode == .apiKey)
        #expect(endpoint.url.absoluteString == "https://x.appsync-api.eu-west-1.amazonaws.com/graphql")
        #expect(endpoint.realtimeURL.absoluteString == "https://x.appsync-realtime-api.eu-west-1.amazonaws.com/graphql")
        #expect(endpoint.connectURL.absoluteString == "https://x.appsync-api.eu-west-1.amazonaws.com/graphql/connect")
    }

    @Test(
        arguments: [
            ["endpointType": nil], ["endpointType": "SOAP"], ["endpointType": 1], ["endpoint": nil], ["endpoint": 1],
            ["endpoint": "graphql"], ["endpoint": "ftp://example.org/"], ["endpoint": ""], ["authorizationType": nil],
            ["authorizationType": "api_key"], ["apiKey": nil], ["apiKey": ""],
            ["authorizationType": "AWS_IAM", "region": nil],
        ] as [[String: JSONValue?]])
    func `a wrong or missing member of an API is a configuration error`(changes: [String: JSONValue?]) throws {
        let error = try #require(throws: PluginError.self) { try APIConfiguration(["todos": Self.api(changes)]) }
        guard case .pluginConfigurationError(let text, let cure, _) = error else {
            Issue.record("The error is \(error).")
            return
        }
        #expect(!text.isEmpty && !cure.isEmpty)
        #expect(!"\(error) \(error.debugDescription)".contains("da2-secret"))
    }

    @Test func `a block that is not an object is a configuration error`() {
        #expect(throws: PluginError.self) { try APIConfiguration("todos") }
        #expect(throws: PluginError.self) { try APIConfiguration(["todos": "https://example.org/"]) }
    }

    @Test func `plain HTTP goes to this machine only, unless the API allows more`() throws {
        let local = try APIConfiguration(["todos": Self.api(["endpoint": "http://127.0.0.1:9229/graphql"])])
        #expect(try endpoint(local).realtimeURL.absoluteString == "http://127.0.0.1:9229/graphql/realtime")
        let remote: [String: JSONValue?] = ["endpoint": "http://example.org/graphql"]
        #expect(throws: PluginError.self) { try APIConfiguration(["todos": Self.api(remote)]) }
        let allowed = remote.merging(["allowsInsecureEndpoint": true]) { $1 }
        #expect(throws: Never.self) { try APIConfiguration(["todos": Self.api(allowed)]) }
    }

    @Test func `a call without a name needs exactly one GraphQL API`() throws {
        let rest = Self.api(["endpointType": "REST"])
        let none = try #require(throws: APIError.self) { try endpoint(try APIConfiguration(["rest": rest])) }
        #expect(none.errorDescription == "Missing API for GraphQL endpointType")
        let two = try APIConfiguration(["a": Self.api([:]), "b": Self.api([:]), "rest": rest])
        let several = try #require(throws: APIError.self) { try endpoint(two) }
        #expect(several.errorDescription == "More than one GraphQL API configured. Could not infer which API to call")
        let unknown = try #require(throws: APIError.self) { try endpoint(two, "c") }
        #expect(unknown.errorDescription == "Unable to get an endpoint configuration for c")
        #expect(try endpoint(two, "b").name == "b")
        #expect(try endpoint(try APIConfiguration(["a": Self.api([:]), "rest": rest])).name == "a")
    }

    @Test func `the only GraphQL API has the default mode, or else the only REST API`() throws {
        let rest = Self.api(["endpointType": "REST", "authorizationType": "AWS_IAM"])
        #expect(try APIConfiguration(["a": Self.api([:]), "rest": rest]).endpoint(named: nil).defaultMode == .apiKey)
        #expect(try APIConfiguration(["rest": rest]).endpoint(named: nil).defaultMode == .awsIAM)
        let two = try APIConfiguration(["a": Self.api([:]), "b": Self.api([:])])
        #expect(throws: APIError.self) { try two.endpoint(named: nil).defaultMode }
        #expect(try two.endpoint(named: "b").defaultMode == .apiKey)
    }

    private static func outputs(_ data: String, _ custom: String = "{}") throws -> AmplifyOutputsData {
        let text = #"{"version":"1.4","data":\#(data),"custom":\#(custom)}"#
        return try AmplifyOutputs.data(Data(text.utf8)).resolveConfiguration()
    }

    @Test(arguments: [
        ("AMAZON_COGNITO_USER_POOLS", AWSAuthorizationType.amazonCognitoUserPools), ("API_KEY", .apiKey),
        ("AWS_IAM", .awsIAM), ("AWS_LAMBDA", .function), ("OPENID_CONNECT", .openIDConnect),
    ])
    func `a generation 2 file has one GraphQL API`(mode: String, type: AWSAuthorizationType) throws {
        let outputs = try Self.outputs(
            """
            {"aws_region":"eu-west-1","url":"https://api.example.org/graphql","api_key":"da2-secret",
            "default_authorization_type":"\(mode)","authorization_types":["AWS_IAM"],"model_introspection":{"version":1}}
            """)
        let configuration = try APIConfiguration(outputs)
        #expect(try endpoint(configuration).name == AWSAPIPlugin.defaultGraphQLAPI)
        #expect(try configuration.endpoint(named: nil).defaultMode == type)
        #expect(throws: APIError.self) { try configuration.endpoint(named: nil, kind: .rest) }
    }

    @Test func `the permission of plain HTTP counts in a generation 2 file, too`() throws {
        let data = """
            {"aws_region":"eu-west-1","url":"http://api.example.org/graphql","default_authorization_type":"AWS_IAM",
            "authorization_types":[]}
            """
        #expect(throws: PluginError.self) { try APIConfiguration(try Self.outputs(data)) }
        let allowed = try Self.outputs(data, #"{"gatehouse":{"allows_insecure_endpoint":true}}"#)
        #expect(throws: Never.self) { try APIConfiguration(allowed) }
    }

    @Test func `a plugin without its part of the configuration refuses it`() throws {
        let plugin = AWSAPIPlugin()
        #expect(throws: PluginError.self) { try plugin.configure(using: nil) }
        #expect(throws: PluginError.self) { try plugin.configure(using: AmplifyOutputsData()) }
        #expect(throws: APIError.self) { try plugin.defaultAuthType() }
        try plugin.configure(using: APIApp.configuration(.awsIAM))
        #expect(try plugin.defaultAuthType() == .awsIAM)
        #expect(try plugin.defaultAuthType(for: "todos") == .awsIAM)
        #expect(plugin.key == "awsAPIPlugin" && plugin.categoryType == .api && !plugin.version.isEmpty)
    }

    @Test func `the key of an API is not in its description`() throws {
        let endpoint = try endpoint(try APIConfiguration(["todos": Self.api([:])]))
        let settings = try endpoint.authorization(for: .apiKey)
        var texts = ["\(endpoint)", String(reflecting: endpoint), "\(settings)"]
        for value in [endpoint, settings] as [Any] {
            var text = ""
            dump(value, to: &text)
            texts.append(text)
        }
        #expect(!texts.joined().contains("da2-secret"))
    }
}
