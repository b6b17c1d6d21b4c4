// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import Testing

@Suite struct AuthorizationConfigurationTests {
    @Test func `a mode takes what it needs, and fails without it`() throws {
        for type in AWSAuthorizationType.allCases {
            #expect(throws: Never.self) {
                try AWSAuthorizationConfiguration.makeConfiguration(authType: type, region: "eu-west-1", apiKey: "k")
            }
            for missing in [nil, ""] {
                let configuration = try? AWSAuthorizationConfiguration.makeConfiguration(
                    authType: type, region: missing, apiKey: missing)
                #expect((configuration == nil) == (type == .apiKey || type == .awsIAM))
            }
        }
        let configuration = try AWSAuthorizationConfiguration.makeConfiguration(
            authType: .apiKey, region: nil, apiKey: "da2-secret")
        guard case .apiKey(let settings) = configuration else {
            Issue.record("The configuration is \(configuration).")
            return
        }
        #expect(settings.apiKey == "da2-secret")
        var text = "\(configuration)"
        dump(configuration, to: &text)
        #expect(!text.contains("secret"))
    }

    @Test(arguments: [
        ("ConditionalCheckFailedException", AppSyncErrorType.conditionalCheck),
        ("DynamoDB:ConditionalCheckFailedException", .conditionalCheck), ("ConflictUnhandled", .conflictUnhandled),
        ("OperationDisabled", .operationDisabled), ("Unauthorized", .unauthorized),
        ("UnauthorizedException", .unauthorized), ("unauthorized", .unknown("unauthorized")), ("", .unknown("")),
    ])
    func `a type of error is read from its name`(name: String, type: AppSyncErrorType) {
        #expect(AppSyncErrorType(name) == type)
        #expect(AppSyncErrorType(type.rawValue) == type)
    }

    @Test func `an app can read the GraphQL API of its configuration`() throws {
        let text = """
            {"version":"1","data":{"aws_region":"eu-west-1","url":"https://api.example.org/graphql",
            "api_key":"da2-secret","default_authorization_type":"API_KEY","authorization_types":[]}}
            """
        let configuration = try AWSAppSyncConfiguration(with: .data(Data(text.utf8)))
        #expect(configuration.endpoint.absoluteString == "https://api.example.org/graphql")
        #expect(configuration.region == "eu-west-1" && configuration.apiKey == "da2-secret")
        let provider = BasicAPIKeyProvider(apiKey: "da2-secret")
        #expect(provider.getAPIKey() == "da2-secret")
        var dumped = "\(configuration) \(provider)"
        dump(configuration, to: &dumped)
        dump(provider, to: &dumped)
        #expect(!dumped.contains("secret"))
        #expect(throws: ConfigurationError.self) {
            try AWSAppSyncConfiguration(with: .data(Data(#"{"version":"1"}"#.utf8)))
        }
    }
}
