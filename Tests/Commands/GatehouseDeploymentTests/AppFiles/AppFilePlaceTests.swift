// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseProject
import Testing

@testable import GatehouseDeployment

/// Where the files of an app are, by the type of the app.
@Suite struct AppFilePlaceTests {
    private let project: AppProject

    init() throws { project = try AppProject() }

    @Test(arguments: [
        (Frontend.ios, ["amplify_outputs.json", "amplifyconfiguration.json", "awsconfiguration.json"]),
        (
            .android,
            [
                "app/src/main/res/raw/amplify_outputs.json", "app/src/main/res/raw/amplifyconfiguration.json",
                "app/src/main/res/raw/awsconfiguration.json",
            ]
        ),
        (.flutter, ["lib/amplifyconfiguration.dart"]),
        (.javascript, ["src/amplifyconfiguration.json", "src/aws-exports.js"]),
    ])
    func `each type of app has its files in its places`(frontend: Frontend, paths: [String]) throws {
        let written = try project.update(AppContent.everything.files, of: frontend)
        #expect(written.filter { $0 != AppFileRecord.path } == paths)
        for path in paths { #expect(try project.text(path)?.isEmpty == false, "\(path)") }
    }

    @Test(arguments: [
        (Frontend.android, #"{"android": {"config": {"ResDir": "app/res"}}}"#, "app/res/raw/awsconfiguration.json"),
        (.flutter, #"{"flutter": {"config": {"ResDir": "./lib/src/"}}}"#, "lib/src/amplifyconfiguration.dart"),
        (.javascript, #"{"javascript": {"framework": "none", "config": {"SourceDir": "web"}}}"#, "web/aws-exports.js"),
        (.javascript, #"{"javascript": {"config": {"SourceDir": "."}}}"#, "aws-exports.js"),
        (.ios, #"{"ios": {"config": {"ResDir": "elsewhere"}}}"#, "awsconfiguration.json"),
    ])
    func `a project has its files in the folder that it chose with AWS's tool`(
        frontend: Frontend, config: String, path: String
    ) throws {
        try project.write(config, to: ProjectPaths.projectConfig)
        #expect(try project.update(AppContent().files, of: frontend).contains(path))
    }

    @Test(arguments: ["../elsewhere", "/etc", "src/../../x", #"src\\x"#])
    func `a folder outside the project is refused with its place in the file`(path: String) throws {
        try project.write(
            #"{"javascript": {"config": {"SourceDir": "\#(path)"}}}"#, to: ProjectPaths.projectConfig)
        let fault = #expect(throws: ProjectFault.self) { try project.update(AppContent().files, of: .javascript) }
        #expect(fault?.path == ProjectPaths.projectConfig)
        #expect(fault?.pointer == "/javascript/config/SourceDir")
    }

    @Test func `an app for JavaScript has its object in both files, with hosts in place of addresses`() throws {
        try project.update(AppContent.everything.files, of: .javascript)
        let source = try #require(try project.text("src/aws-exports.js"))
        let json = try #require(source.split(separator: "const awsmobile = ").last?.split(separator: ";\n").first)
        let object = try JSONDocument(Array(json.utf8))
        #expect(try object.value == project.json("src/amplifyconfiguration.json").value)
        #expect(source.hasSuffix("\nexport default awsmobile;\n"))
        #expect(object["/aws_user_pools_id"] == .string(AppContent.userPoolID))
        #expect(object["/aws_user_pools_web_client_id"] == .string(AppContent.clientID))
        #expect(object["/aws_cognito_identity_pool_id"] == .string(AppContent.identityPoolID))
        #expect(object["/oauth/domain"] == "auth.example.org/domains/shop-dev")
        #expect(object["/oauth/redirectSignIn"] == "myapp://,https://shop.example.org/in")
        #expect(object["/oauth/responseType"] == "code")
        #expect(object["/aws_cognito_username_attributes"] == ["EMAIL"])
        #expect(object["/aws_appsync_authenticationType"] == "AMAZON_COGNITO_USER_POOLS")
        #expect(object["/aws_appsync_apiKey"] == "da2-key")
        #expect(object["/gatehouse_endpoint"] == "https://auth.example.org")
    }

    @Test func `an app in a browser gets no secret of a client`() throws {
        try project.update(AppContent.everything.files, of: .javascript)
        #expect(try project.text("src/aws-exports.js")?.contains("clientsecret") == false)
        #expect(try project.text("src/amplifyconfiguration.json")?.contains("clientsecret") == false)
    }
}
