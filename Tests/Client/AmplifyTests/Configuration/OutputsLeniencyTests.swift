// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

/// Members of `amplify_outputs.json` that may be absent, and those that Amplify's format has below `custom` only.
@Suite struct OutputsLeniencyTests {
    private func outputs(_ more: String = "", custom: String? = nil) throws -> AmplifyOutputsData {
        let required = #""aws_region": "eu-west-1", "user_pool_id": "eu-west-1_P", "user_pool_client_id": "c""#
        let own = custom.map { #", "custom": {"other": 1, "gatehouse": \#($0)}"# } ?? ""
        let text = #"{"version": "1.4", "auth": {\#(required)\#(more)}\#(own)}"#
        return try AmplifyOutputs.data(Data(text.utf8)).resolveConfiguration()
    }

    @Test(
        arguments: [
            ("{}", 8), (#"{"min_length": 6}"#, 6), (#"{"min_length": null, "require_numbers": null}"#, 8),
        ] as [(String, UInt)])
    func `a missing rule for passwords is false, and a missing length is 8`(policy: String, length: UInt) throws {
        let read = try #require(try outputs(#", "password_policy": \#(policy)"#).auth?.passwordPolicy)
        #expect(read.minLength == length)
        #expect(!read.requireNumbers && !read.requireLowercase && !read.requireUppercase && !read.requireSymbols)
        let symbols = try outputs(#", "password_policy": {"require_symbols": true}"#).auth?.passwordPolicy
        #expect(symbols?.requireSymbols == true && symbols?.requireNumbers == false)
    }

    @Test func `members that the plugin does not need may be absent`() throws {
        let pages = #""domain": "d", "scopes": [], "redirect_sign_in_uri": ["a://"], "redirect_sign_out_uri": ["b://"]"#
        let oauth = try #require(try outputs(#", "oauth": {\#(pages)}"#).auth?.oauth)
        #expect(oauth.identityProviders.isEmpty && oauth.responseType == "code" && oauth.domain == "d")
        let text = #"{"version": "1", "geo": {"aws_region": "r", "maps": {"items": {"m": {}}, "default": "m"}}}"#
        let map = try AmplifyOutputs.data(Data(text.utf8)).resolveConfiguration().geo?.maps
        #expect(map?.items["m"]?.style.isEmpty == true)
    }

    @Test func `users of a pool with user names sign in with no attribute`() throws {
        #expect(try outputs(#", "username_attributes": ["username"]"#).auth?.usernameAttributes == [])
        #expect(try outputs(#", "username_attributes": ["username", "email"]"#).auth?.usernameAttributes == [.email])
    }

    @Test func `the addresses of the app's own servers are read below custom, and those in auth come first`() throws {
        let own = """
            {"endpoint": "http://10.0.0.1:9229", "user_pool_endpoint": "pool.example",
             "identity_pool_endpoint": "https://id.example/x", "allows_insecure_endpoint": true}
            """
        let read = try outputs(custom: own).servers()
        #expect(read.endpoint?.value == "http://10.0.0.1:9229" && read.endpoint?.key == "custom.gatehouse.endpoint")
        #expect(read.userPoolEndpoint?.value == "pool.example")
        #expect(read.identityPoolEndpoint?.value == "https://id.example/x")
        #expect(read.allowsInsecureEndpoint && read.permission == "custom.gatehouse.allows_insecure_endpoint")
        let auth = #", "endpoint": "https://a.example", "allows_insecure_endpoint": false"#
        let both = try outputs(auth, custom: own).servers()
        #expect(both.endpoint?.value == "https://a.example" && both.endpoint?.key == "auth.endpoint")
        #expect(!both.allowsInsecureEndpoint && both.permission == "auth.allows_insecure_endpoint")
        let none = try outputs(custom: "{}").servers()
        #expect(none.endpoint == nil && none.userPoolEndpoint == nil && !none.allowsInsecureEndpoint)
    }

    @Test(arguments: [
        (#"{"endpoint": 7}"#, "custom.gatehouse.endpoint"), ("[]", "custom.gatehouse"), ("null", "custom.gatehouse"),
        (#"{"allows_insecure_endpoint": "yes"}"#, "custom.gatehouse.allows_insecure_endpoint"),
        (#"{"endPoint": "http://localhost:9229"}"#, "custom.gatehouse.endPoint"),
        (#"{"user_pool_endpont": "pool.example"}"#, "custom.gatehouse.user_pool_endpont"),
    ])
    func `an address below custom that cannot be used is refused, because the app would send its users to AWS`(
        own: String, path: String
    ) {
        let error = #expect(throws: ConfigurationError.self) { try outputs(custom: own).servers() }
        #expect(error?.errorDescription.hasPrefix("\(path) ") == true)
        #expect(error?.recoverySuggestion.isEmpty == false)
    }
}
