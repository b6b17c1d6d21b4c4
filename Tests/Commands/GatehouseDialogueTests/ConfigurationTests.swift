// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

@testable import GatehouseDialogue

/// The files that the sample takes.
@Suite struct ConfigurationTests {
    private static let outputs = """
        {"version": "1", "auth": {"aws_region": "eu-west-1", "user_pool_id": "eu-west-1_a", "user_pool_client_id": "c",
         "identity_pool_id": "eu-west-1:b", "standard_required_attributes": ["email", "given_name"]}}
        """

    private static let generation1 = """
        {"auth": {"plugins": {"awsCognitoAuthPlugin": {
          "CognitoUserPool": {"Default": {"PoolId": "eu-west-1_a", "AppClientId": "c", "Region": "eu-west-1"}},
          "CredentialsProvider": {"CognitoIdentity": {"Default": {"PoolId": "eu-west-1:b", "Region": "eu-west-1"}}},
          "Auth": {"Default": {"signupAttributes": ["EMAIL", "GIVEN_NAME"]}}}}}}
        """

    private func configuration(_ text: String) throws -> Configuration {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try Configuration(file: file.path)
    }

    @Test(arguments: [Self.outputs, Self.generation1])
    func `files of both generations say the same, as AWS writes them`(_ text: String) throws {
        let read = try configuration(text)
        #expect(read.userPoolID == "eu-west-1_a" && read.region == "eu-west-1")
        #expect(read.requiredAttributes == ["email", "given_name"])
        #expect(read.hasIdentityPool)
        #expect(read.endpoint == nil && !read.allowsInsecureEndpoint)
    }

    @Test(arguments: [
        #"{"auth": {"aws_region": "eu-west-1", "user_pool_id": "p", "user_pool_client_id": "c", "#
            + #""endpoint": "http://localhost:9229", "allows_insecure_endpoint": true}, "version": "1"}"#,
        #"{"auth": {"aws_region": "eu-west-1", "user_pool_id": "p", "user_pool_client_id": "c"}, "version": "1.4", "#
            + #""custom": {"gatehouse": {"endpoint": "http://localhost:9229", "allows_insecure_endpoint": true}}}"#,
        #"{"auth": {"plugins": {"awsCognitoAuthPlugin": {"Auth": {"Default": "#
            + #"{"Endpoint": "http://localhost:9229", "allowsInsecureEndpoint": true}}}}}}"#,
    ])
    func `files of both generations say where Gatehouse is`(_ text: String) throws {
        let read = try configuration(text)
        #expect(read.endpoint == "http://localhost:9229" && read.allowsInsecureEndpoint)
        #expect(!read.hasIdentityPool)
    }

    @Test(arguments: ["", "[]", "{}", #"{"version": "1"}"#, #"{"auth": 1}"#, #"{"version": "1", "auth": {}}"#])
    func `a file that configures no sign-in is refused`(_ text: String) {
        #expect(throws: Configuration.Unusable.self) { try configuration(text) }
    }

    @Test func `a file that is missing is named, with what writes one`() {
        let error = #expect(throws: Configuration.Unusable.self) { try Configuration(file: "/nowhere/outputs.json") }
        #expect(error?.text == "There is no file /nowhere/outputs.json.")
        #expect(error?.cure.contains("gatehouse dev") == true)
    }
}
