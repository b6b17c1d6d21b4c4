// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseProject
import Testing

/// The smaller files of a project, each with what is found in real ones.
@Suite struct ProjectFileTests {
    @Test func `groups are read by their precedence, and changed in their rows`() throws {
        let file = try document(
            """
            [
              {
                "groupName": "b",
                "precedence": 2,
                "customPolicies": [ { "PolicyName": "p" } ]
              },
              {
                "groupName": "a",
                "precedence": 1
              }
            ]
            """)
        #expect(try GroupPrecedence.groups(file) == ["a", "b"])
        #expect(try GroupPrecedence.document(changing: file, to: ["a", "b"]).bytes == file.bytes)
        let changed = try GroupPrecedence.document(changing: file, to: ["b", "c"])
        #expect(try GroupPrecedence.groups(changed) == ["b", "c"])
        #expect(changed.text.contains(#""customPolicies": [ { "PolicyName": "p" } ]"#))
        #expect(changed["/0/precedence"] == .integer(1))
        #expect(
            try GroupPrecedence.document(changing: nil, to: ["x"]).text
                == "[\n  {\n    \"groupName\": \"x\",\n    \"precedence\": 1\n  }\n]")
    }

    @Test func `an environment keeps what AWS's tool has of it`() throws {
        let text = """
            {
                "dev": {
                    "awscloudformation": { "Region": "eu-west-1", "StackName": "s", "AmplifyAppId": "d1" },
                    "categories": { "auth": { "shop": { "facebookAppId": "1" } } }
                }
            }
            """
        let place = TeamProviderInfo.Gatehouse(
            baseURL: "http://localhost:9229", region: "us-east-1", appID: "d2", authRoleName: nil, unauthRoleName: nil)
        let changed = try TeamProviderInfo.document(changing: document(text), environment: "dev", to: place)
        let dev = try #require(try TeamProviderInfo(changed).environments["dev"])
        #expect(dev.gatehouse == place)
        #expect(dev.aws?.stackName == "s")
        #expect(dev.identifiers["shop"] == ["facebookAppId": "1"])
        #expect(changed.text.contains(#""awscloudformation": { "Region": "eu-west-1", "StackName": "s""#))
        let removed = try TeamProviderInfo.document(removing: "dev", from: changed)
        #expect(removed.value == .object([]))
    }

    @Test func `secrets of an old project are moved out of its file`() throws {
        let file = try document(
            #"{"dev": {"categories": {"auth": {"shop": {"hostedUIProviderCreds": "#
                + #""[{\"ProviderName\":\"Facebook\",\"client_id\":\"id\",\"client_secret\":\"kept secret\"}]", "other": "a"}}}}}"#
        )
        #expect(try TeamProviderInfo(file).environments["dev"]?.resourcesWithSecrets == ["shop"])
        let moved = try TeamProviderInfo.movingSecrets(outOf: file, environment: "dev", resource: "shop")
        #expect(moved.secrets.secrets == ["facebookAppSecretUserPool": "kept secret"])
        #expect(moved.secrets.furtherIDs == ["facebookAppIdUserPool": "id"])
        #expect(moved.document.text == #"{"dev": {"categories": {"auth": {"shop": {"other": "a"}}}}}"#)
        #expect(try TeamProviderInfo(moved.document).environments["dev"]?.resourcesWithSecrets == [])
    }

    @Test func `the list of resources keeps the members of others`() throws {
        let file = try document(
            """
            {
              "storage": { "files": { "service": "S3" } },
              "auth": {
                "shop1a2b3c4d": {
                  "customAuth": false,
                  "dependsOn": [ { "category": "function", "resourceName": "mine" } ],
                  "frontendAuthConfig": { "loginMechanisms": [ "EMAIL" ], "mfaConfiguration": "OFF" }
                }
              }
            }
            """)
        var settings = try AuthSettings.created(["additionalQuestions": "Yes", "triggers": "custom-challenge"])
        let changed = try BackendConfig.document(changing: file, to: settings)
        #expect(changed["/auth/shop1a2b3c4d/customAuth"] == .bool(true))
        #expect(changed["/auth/shop1a2b3c4d/frontendAuthConfig/loginMechanisms"] == .strings(["EMAIL"]))
        #expect(changed["/auth/shop1a2b3c4d/frontendAuthConfig/usernameAttributes"] == .strings([]))
        #expect(changed.text.contains(#""storage": { "files": { "service": "S3" } }"#))
        let resource = try #require(try BackendConfig(changed).auth)
        #expect(resource.dependencies.first == "function/mine")
        #expect(resource.dependencies.count == 4)
        #expect(try BackendConfig.document(changing: changed, to: settings).bytes == changed.bytes)
        settings.triggers = [:]
        let without = try BackendConfig.document(changing: changed, to: settings)
        #expect(try BackendConfig(without).auth?.dependencies == ["function/mine"])
    }

    @Test func `the ids of a push are recorded beside others`() throws {
        let first = try BackendConfig.meta(
            changing: document(#"{"providers": {"awscloudformation": {"Region": "eu-west-1"}}}"#), category: "auth",
            name: "shop", outputs: ["UserPoolId": "p"])
        let second = try BackendConfig.meta(
            changing: first, category: "auth", name: "shop", outputs: ["IdentityPoolId": "i"])
        let resource = try #require(try BackendConfig(second).auth)
        #expect(resource.outputs == ["UserPoolId": "p", "IdentityPoolId": "i"])
        #expect(second["/providers/awscloudformation/Region"] == .string("eu-west-1"))
    }

    @Test func `flags are read without regard to case`() throws {
        let flags = try FeatureFlags(
            document(
                #"{"features": {"auth": {"enableCaseInsensitivity": false, "forcealiasattributes": true, "x": 1}}}"#))
        #expect(!flags.hasCaseInsensitiveNames)
        #expect(flags.forcesAliases)
        #expect(FeatureFlags().hasCaseInsensitiveNames)
    }

    @Test func `tags get the names of project and environment`() throws {
        let tags = try Tags.tags(Tags.newDocument(), project: "shop", environment: "dev")
        #expect(tags.map(\.key) == ["user:Stack", "user:Application"])
        #expect(tags.map(\.value) == ["dev", "shop"])
    }

    @Test func `a machine's own files name environment and profile`() throws {
        let local = try LocalEnvironment(environment: "dev").document(changing: nil, projectPath: "/app")
        #expect(try LocalEnvironment(local) == LocalEnvironment(environment: "dev"))
        let profiles = try LocalProfile(profile: "work").document(changing: nil, environment: "dev")
        #expect(try LocalProfile(profiles, environment: "dev")?.profile == "work")
        #expect(try LocalProfile(profiles, environment: "test") == nil)
        let none = try LocalProfile(profile: nil).document(changing: profiles, environment: "dev")
        #expect(!none.text.contains("work"))
    }

    @Test(
        arguments: [
            (["Podfile", "index.html"], Frontend.ios), (["Shop.xcodeproj"], .ios), (["pubspec.yaml", "ios"], .flutter),
            (["build.gradle", "app"], .android), (["package.json"], .javascript), ([], .javascript),
        ] as [([String], Frontend)])
    func `the type of an app is found by the names in its folder`(names: [String], frontend: Frontend) {
        #expect(InitTable.frontend(ofNames: names) == frontend)
    }

    @Test func `the default name of a project has letters and digits alone`() {
        #expect(InitTable.projectName(ofFolder: "my-shop 2") == "myshop2")
        #expect(InitTable.projectName(ofFolder: "é") == "amplify")
        #expect(InitTable.projectName(ofFolder: String(repeating: "a", count: 30)).count == 20)
    }

    @Test func `a name that is not one of a template does not get into a program`() {
        let files = TriggerProgram.files(["custom", "x\"]; import os #"])
        #expect(files.map(\.name) == ["trigger.py", "custom.py"])
        #expect(!files[0].text.contains("import os"))
    }

    @Test func `each template of a trigger has a program`() {
        for trigger in Trigger.allCases {
            for (_, template) in trigger.templates {
                let files = TriggerProgram.files([template])
                #expect(files.map(\.name) == ["trigger.py", "\(template).py"])
                #expect(files[0].text.contains("MODULES = [\"\(template).py\"]"))
                #expect(files[1].text.contains("def handle(event):"))
            }
        }
    }
}
