// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseProject
import GatehouseWire
import Testing

@testable import GatehouseDeployment

/// Files of an app that exist: what the tool changes in them, and what it leaves.
@Suite struct AppFileMergeTests {
    private let project: AppProject

    init() throws { project = try AppProject() }

    private static let sdk = "awsconfiguration.json"
    private static let amplify = "amplifyconfiguration.json"
    private static let outputs = "amplify_outputs.json"

    @Test(arguments: Frontend.allCases)
    func `a second run changes nothing`(frontend: Frontend) throws {
        #expect(try !project.update(AppContent.everything.files, of: frontend).isEmpty)
        #expect(try project.update(AppContent.everything.files, of: frontend) == [])
    }

    @Test func `foreign members stay byte for byte, in their place and order`() throws {
        let foreign = #""S3TransferUtility" :  { "Default": { "Bucket": "sh\u006fp" , "Region":"eu-west-1"} }"#
        try project.write(
            "{\n    \"Version\": \"1.0\",\n    \(foreign),\n    \"CognitoUserPool\": {\n        \"Default\": {\n"
                + "            \"PoolId\": \"old\",\n            \"MigrationEnabled\": true\n        }\n    },\n"
                + "    \"PinpointAnalytics\": 1.50\n}\n",
            to: Self.sdk)
        try project.update(AppContent.everything.files)
        let text = try #require(try project.text(Self.sdk))
        #expect(text.hasPrefix("{\n    \"Version\": \"0.1.0\",\n    \(foreign),\n    \"CognitoUserPool\": {\n"))
        #expect(text.contains("\n    \"PinpointAnalytics\": 1.50,\n"))
        #expect(text.hasSuffix("\n}\n"))
        let document = try project.json(Self.sdk)
        #expect(document["/CognitoUserPool/Default/PoolId"] == .string(AppContent.userPoolID))
        #expect(document["/CognitoUserPool/Default/MigrationEnabled"] == true)
    }

    @Test(arguments: 0..<9)
    func `a foreign member stays at each place while sections come and go`(position: Int) throws {
        try project.update(AppContent.everything.files)
        let written = try #require(try project.text(Self.sdk))
        var lines = written.split(separator: "\n", omittingEmptySubsequences: false)
        let members = lines.indices.filter { lines[$0].hasPrefix("  \"") }
        lines.insert("  \"Own\" : [ 1,2 ] ,", at: members[position])
        try project.write(lines.joined(separator: "\n"), to: Self.sdk)
        var bare = AppContent()
        bare.hasIdentityPool = false
        for content in [bare, .everything, bare, .everything] {
            try project.update(content.files)
            #expect(try project.text(Self.sdk)?.contains("\"Own\" : [ 1,2 ]") == true)
        }
        let text = try #require(try project.text(Self.sdk))
        var expected = try #require(try WireValue(json: Array(written.utf8)).objectValue)
        expected["Own"] = [1, 2]
        #expect(try WireValue(json: Array(text.utf8)) == .object(expected))
    }

    @Test func `line ends and a byte order mark stay`() throws {
        try project.write("\u{FEFF}{\r\n  \"Version\": \"0.1.0\"\r\n}\r\n", to: Self.sdk)
        try project.update(AppContent().files)
        let text = try #require(try project.text(Self.sdk))
        #expect(text.utf8.starts(with: "\u{FEFF}{\r\n  \"Version\"".utf8))
        #expect(text.utf8.count { $0 == 0x0A } == text.utf8.count { $0 == 0x0D })
    }

    @Test func `sections of features that the app lost leave the files`() throws {
        try project.update(AppContent.everything.files)
        try project.set("mine", at: "/Own", in: Self.sdk)
        var content = AppContent()
        content.hasIdentityPool = false
        try project.update(content.files)
        let sdk = try project.json(Self.sdk)
        for place: JSONPointer in [
            "/CognitoUserPool/Default/AppClientSecret", "/CredentialsProvider", "/GoogleSignIn", "/FacebookSignIn",
            "/AppSync", "/Auth/Default/OAuth",
        ] {
            #expect(sdk[place] == nil, "\(place)")
        }
        #expect(sdk["/Own"] == "mine")
        let amplify = try project.json(Self.amplify)
        #expect(amplify["/api"] == nil)
        #expect(amplify["/auth/plugins/awsCognitoAuthPlugin/CredentialsProvider"] == nil)
        let outputs = try project.json(Self.outputs)
        for place: JSONPointer in ["/data", "/auth/oauth", "/auth/groups", "/auth/identity_pool_id"] {
            #expect(outputs[place] == nil, "\(place)")
        }
    }

    @Test func `an app that lost all its pools has no block of them`() throws {
        try project.update(AppContent.everything.files)
        var content = AppContent.everything
        (content.hasUserPool, content.hasIdentityPool) = (false, false)
        try project.update(content.files)
        #expect(try project.json(Self.amplify)["/auth"] == nil)
        #expect(try project.json(Self.outputs)["/auth"] == nil)
        #expect(try project.json(Self.sdk)["/CognitoUserPool"] == nil)
        #expect(try project.json(Self.sdk)["/Auth/Default/usernameAttributes"] == nil)
    }

    @Test func `an API with another name replaces the tool's, and a person's own stay`() throws {
        try project.update(AppContent.everything.files)
        try project.set(["endpointType": "REST"], at: "/api/plugins/awsAPIPlugin/orders", in: Self.amplify)
        var content = AppContent.everything
        content.apiName = "store"
        try project.update(content.files)
        let document = try project.json(Self.amplify)
        #expect(document["/api/plugins/awsAPIPlugin/shop"] == nil)
        #expect(document["/api/plugins/awsAPIPlugin/store/endpointType"] == "GraphQL")
        #expect(document["/api/plugins/awsAPIPlugin/orders/endpointType"] == "REST")
        let sdk = try project.json(Self.sdk)
        #expect(sdk["/AppSync/shop_API_KEY"] == nil && sdk["/AppSync/store_API_KEY"] != nil)
        content.apiName = nil
        try project.update(content.files)
        #expect(try project.json(Self.amplify)["/api/plugins/awsAPIPlugin"] == ["orders": ["endpointType": "REST"]])
    }

    @Test func `pages of a foreign provider and a permission that a person wrote stay`() throws {
        try project.write(
            """
            {"Auth": {"Default": {"allowsInsecureEndpoint": true, "OAuth": {"AppClientId": "auth0", \
            "AppClientSecret": "s", "SignInURI": "https://tenant.example.com/authorize"}}}}
            """, to: Self.sdk)
        try project.update(AppContent().files)
        let auth = try project.json(Self.sdk)["/Auth/Default"]
        #expect(auth?["allowsInsecureEndpoint"] == true)
        #expect(
            auth?["OAuth"] == [
                "AppClientId": "auth0", "AppClientSecret": "s", "SignInURI": "https://tenant.example.com/authorize",
            ])
    }

    @Test func `the description of the models is replaced as a whole, and leaves with the API`() throws {
        var content = AppContent.everything
        content.models = ["version": 1, "models": ["Post": ["name": "Post"], "Comment": ["name": "Comment"]]]
        try project.update(content.files)
        content.models = ["version": 1, "models": ["Post": ["name": "Post"]]]
        try project.update(content.files)
        var document = try project.json(Self.outputs)
        #expect(document["/data/model_introspection/models/Post/name"] == "Post")
        #expect(document["/data/model_introspection/models/Comment"] == nil)
        #expect(try project.update(content.files) == [])
        content.models = nil
        try project.update(content.files)
        document = try project.json(Self.outputs)
        #expect(document["/data/model_introspection"] == nil && document["/data/url"] != nil)
    }

    @Test func `further members of generation 2 stay`() throws {
        try project.write(
            #"{"version": "1", "storage": {"aws_region": "eu-west-1", "bucket_name": "b"}, "custom": {"own": [1]}}"#,
            to: Self.outputs)
        try project.update(AppContent.everything.files)
        let document = try project.json(Self.outputs)
        #expect(document["/version"] == "1.4" && document["/custom/own"] == [1])
        #expect(document["/storage/bucket_name"] == "b")
        #expect(document["/custom/gatehouse/endpoint"] == "https://auth.example.org")
    }

    @Test(arguments: ["", " \n\t\r\n"])
    func `an empty file gets the content`(text: String) throws {
        try project.write(text, to: Self.sdk)
        try project.update(AppContent().files)
        #expect(try project.json(Self.sdk)["/CognitoUserPool/Default/PoolId"] == .string(AppContent.userPoolID))
    }

    @Test(arguments: [
        (Frontend.ios, sdk, "{,}"), (.ios, amplify, "[]"), (.ios, outputs, "\"text\""),
        (.javascript, "src/amplifyconfiguration.json", "1"),
        (.flutter, "lib/amplifyconfiguration.dart", "const a = 1;"),
        (.flutter, "lib/amplifyconfiguration.dart", "const a = '''{''';"),
    ])
    func `a file that cannot be changed is named with what helps, and nothing is written`(
        frontend: Frontend, path: String, text: String
    ) throws {
        try project.write(text, to: path)
        let fault = #expect(throws: ProjectFault.self) { try project.update(AppContent().files, of: frontend) }
        #expect(fault?.path == path)
        #expect(fault?.cure.contains("move it away") == true)
        #expect(try project.text(path) == text)
        #expect(try project.text(AppFileRecord.path) == nil)
    }
}
