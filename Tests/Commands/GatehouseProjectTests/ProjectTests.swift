// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseProject
import GatehouseTestSupport
import Testing

/// Whole projects: made, changed, and read as AWS's tool leaves them.
@Suite struct ProjectTests {
    private let temporary: TemporaryFolder
    private let folder: ProjectFolder
    private let place = TeamProviderInfo.Gatehouse(
        baseURL: "http://localhost:9229", region: "us-east-1", appID: "d0123456789abc", authRoleName: "auth",
        unauthRoleName: "unauth")

    init() throws {
        temporary = try TemporaryFolder()
        folder = ProjectFolder(temporary.url)
    }

    private func write(_ text: String, to path: String) throws {
        let url = temporary.url.appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Makes a project with the defaults.
    private func initialize() throws {
        let interview = try Interview(InitTable.rows, .shop()).takingDefaults()
        try folder.write(try Project.newFiles(in: folder, InitSettings(interview), at: place))
    }

    /// Adds or updates auth.
    private func change(_ lines: [String: String]) throws {
        let project = try Project(folder)
        let purpose: Circumstances.Purpose = project.auth == nil ? .create : .update
        let transcript = try Transcript(
            AuthTable.rows, project.authCircumstances(purpose, id: "1a2b3c4d"), lines)
        let settings =
            project.auth?.settings.updated(by: transcript.interview) ?? AuthSettings(transcript.interview)
        try folder.write(
            try project.changes(toAuth: settings, credentials: ProviderCredentials(transcript.interview.answers)))
    }

    /// All files by their paths.
    private func files() throws -> [String: Data] {
        let root = temporary.url
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        var files: [String: Data] = [:]
        for path in paths {
            if let data = try? Data(contentsOf: root.appending(path: path)) { files[path] = data }
        }
        return files
    }

    @Test func `a file of settings without an object has the wrong form`() throws {
        try initialize()
        try change([:])
        let path = ProjectPaths.auth(try #require(try Project(folder).auth).name, "cli-inputs.json")
        try write("[1,2]", to: path)
        let fault = #expect(throws: ProjectFault.self) { try Project(folder) }
        #expect(fault?.path == path && fault?.problem.contains("an object") == true)
    }

    @Test func `a new project is read as it was made`() throws {
        try initialize()
        let project = try Project(folder)
        #expect(project.config.projectName == "Shop")
        #expect(project.config.frontend == .ios)
        #expect(project.local?.environment == "dev")
        #expect(project.environment?.gatehouse == place)
        #expect(project.environment?.isOnlyInAWS == false)
        #expect(project.auth?.name == nil)
        #expect(project.backend.resources.isEmpty)
        #expect(project.notes.isEmpty)
        #expect(
            try folder.document(ProjectPaths.projectConfig)?.text == """
                {
                  "projectName": "Shop",
                  "version": "3.1",
                  "frontend": "ios",
                  "ios": {},
                  "providers": [
                    "awscloudformation"
                  ]
                }
                """)
    }

    @Test func `auth is added, changed and removed`() throws {
        try initialize()
        let before = try files()
        try change([
            "useDefault": "manual", "authProviders": "Facebook", "facebookAppId": "12345",
            "newUserPoolGroups": "admins",
            "newCallbackURLs": "myapp://", "newLogoutURLs": "myapp://", "triggerFunctions": "Pre Sign-up",
            "triggers.PreSignup": "custom",
        ])
        var project = try Project(folder)
        var auth = try #require(project.auth)
        #expect(auth.name == "shop1a2b3c4d")
        #expect(auth.settings.groups == ["admins"])
        #expect(project.environment?.identifiers == ["shop1a2b3c4d": ["facebookAppId": "12345"]])
        #expect(try folder.bytes("amplify/backend/function/shop1a2b3c4dPreSignup/src/trigger.py") != nil)
        #expect(project.backend.resources.map(\.name).contains("userPoolGroups"))
        let former = try files()
        try change(["updateFlow": "manual"])
        #expect(try files() == former)
        try change([
            "updateFlow": "updateUserPoolGroups", "addUserPoolGroups": "y", "newUserPoolGroups": "editors",
            "userPoolGroupOrder": "editors, admins",
        ])
        project = try Project(folder)
        auth = try #require(project.auth)
        #expect(auth.settings.groups == ["editors", "admins"])
        let resource = try #require(project.backend.auth)
        try folder.write(try project.changes(removing: resource))
        project = try Project(folder)
        #expect(project.auth?.name == nil)
        let left = try files().keys.filter { $0.contains("/backend/auth/") }
        #expect(left.isEmpty)
        // A person's program stays, but no resource that only AWS's tool could remove.
        #expect(project.backend.resources.isEmpty)
        #expect(try folder.bytes("amplify/backend/function/shop1a2b3c4dPreSignup/src/trigger.py") != nil)
        #expect(before.keys.allSatisfy { FileManager.default.fileExists(atPath: temporary.path($0)) })
    }

    @Test func `an update changes the program of a trigger only as long as it is as it was made`() throws {
        try initialize()
        try change([
            "useDefault": "manual", "thirdPartyAuth": "No", "userPoolGroups": "No", "hostedUI": "No",
            "triggerFunctions": "Pre Sign-up", "triggers.PreSignup": "custom",
        ])
        let path = "amplify/backend/function/shop1a2b3c4dPreSignup/src/trigger.py"
        let made = try folder.bytes(path)
        try change(["updateFlow": "manual", "triggers.PreSignup": "email-filter-allowlist"])
        let changed = try folder.bytes(path)
        #expect(changed != made && changed.map { String(decoding: $0, as: UTF8.self).contains("allowlist.py") } == true)
        try change(["updateFlow": "manual", "triggers.PreSignup": "custom"])
        #expect(try folder.bytes(path) == made)
        try write("#!/bin/sh\nexec ./my-filter\n", to: path)
        try change(["updateFlow": "manual", "triggers.PreSignup": "email-filter-denylist"])
        #expect(try folder.bytes(path) == utf8("#!/bin/sh\nexec ./my-filter\n"))
    }

    @Test func `a template for a trigger whose program is made by hand has a note that it does not run`() throws {
        try initialize()
        try change([
            "useDefault": "manual", "thirdPartyAuth": "No", "userPoolGroups": "No", "hostedUI": "No",
            "triggerFunctions": "Pre Sign-up", "triggers.PreSignup": "custom",
        ])
        let function = "amplify/backend/function/shop1a2b3c4dPreSignup"
        func notes() throws -> [String] {
            let project = try Project(folder)
            var settings = try #require(project.auth).settings
            settings.triggers["PreSignup"] = ["custom", "email-filter-denylist"]
            return try project.notes(onTemplatesOf: settings)
        }
        // The program as it was made is made anew with the template.
        #expect(try notes().isEmpty)
        try write("#!/bin/sh\nexec ./my-filter\n", to: "\(function)/src/trigger.py")
        let note = try #require(try notes().first)
        #expect(note.contains("does not run email-filter-denylist") && note.contains("\"email-filter-denylist.py\""))
        try write("MODULES = [\"email-filter-denylist.py\"]\n# mine", to: "\(function)/src/trigger.py")
        #expect(try notes().isEmpty)
        var changes = FileChanges()
        changes.remove("\(function)/src/trigger.py")
        try folder.write(changes)
        try write("exports.handler = async (event) => event", to: "\(function)/src/index.js")
        #expect(try notes().count == 1)
    }

    @Test(arguments: ["src/index.js", "lib/index.ts", "endpoint.json"])
    func `an update writes no program beside one of AWS's tool, which a server would run in its place`(
        file: String
    ) throws {
        try initialize()
        try change([
            "useDefault": "manual", "thirdPartyAuth": "No", "userPoolGroups": "No", "hostedUI": "No",
            "triggerFunctions": "Pre Sign-up", "triggers.PreSignup": "custom",
        ])
        let function = "amplify/backend/function/shop1a2b3c4dPreSignup"
        var changes = FileChanges()
        changes.remove(function)
        try folder.write(changes)
        try write("{}", to: "\(function)/\(file)")
        try change(["updateFlow": "updateUserPoolGroups", "newUserPoolGroups": "admins"])
        #expect(try folder.bytes("\(function)/src/trigger.py") == nil)
    }

    @Test func `an API that no longer uses the user pool does not keep it from being removed`() throws {
        try initialize()
        try change([:])
        var settings = APISettings(name: "shop")
        settings.authorization = .userPool(id: nil)
        try folder.write(try Project(folder).changes(toAPI: settings, schema: "type A @model { id: ID! }"))
        var project = try Project(folder)
        let auth = try #require(project.backend.auth)
        #expect(project.dependents(of: auth) == ["api/shop"])
        #expect(throws: ProjectFault.self) { try project.changes(removing: auth) }
        settings.authorization = .iam
        try folder.write(try project.changes(toAPI: settings, schema: nil))
        project = try Project(folder)
        #expect(project.dependents(of: auth).isEmpty)
        _ = try project.changes(removing: auth)
    }

    @Test func `an API is added and changed`() throws {
        try initialize()
        let transcript = try Transcript(APITable.rows, Project(folder).apiCircumstances(.create, id: "1a2b3c4d"))
        #expect(transcript.keys == ["apiService", "apiSettings", "schemaTemplate", "editSchema"])
        let settings = APISettings(name: "shop").updated(by: transcript.interview)
        try folder.write(try Project(folder).changes(toAPI: settings, schema: "type A @model { id: ID! }"))
        let project = try Project(folder)
        let api = try #require(project.api)
        #expect(api.settings == settings)
        #expect(api.schema == "type A @model { id: ID! }")
        let update = try Transcript(
            APITable.rows, project.apiCircumstances(.update, id: "1a2b3c4d"),
            [
                "apiSetting": "Authorization modes", "defaultAuthType": "Amazon Cognito User Pool",
                "configureAdditionalAuthTypes": "y", "additionalAuthTypes": "API key, IAM",
                "apiKeyExpirationDays": "30",
            ])
        #expect(
            update.keys == [
                "apiSetting", "defaultAuthType", "addAuth", "configureAdditionalAuthTypes", "additionalAuthTypes",
                "apiKeyDescription", "apiKeyExpirationDays",
            ])
        let updated = api.settings.updated(by: update.interview)
        #expect(updated.authorization == .userPool(id: nil))
        #expect(updated.additional == [.apiKey(description: "", days: 30), .iam])
        try folder.write(try project.changes(toAPI: updated, schema: nil))
        #expect(try Project(folder).api?.settings == updated)
        let inputs = try folder.document(ProjectPaths.api("shop", "cli-inputs.json"))
        #expect(inputs?["/serviceConfiguration/defaultAuthType/mode"] == .string("AMAZON_COGNITO_USER_POOLS"))
    }

    @Test func `an imported pool has its ids in its environment`() throws {
        try initialize()
        let object = #"{"version": 1, "userPoolId": "p", "webClientId": "w", "nativeClientId": "n"}"#
        let imported = try ImportedAuth(headless: utf8(object))
        try folder.write(try Project(folder).changes(importing: imported, as: "users"))
        let project = try Project(folder)
        #expect(project.auth?.settings.isImported == true)
        let identifiers = try #require(project.environment?.identifiers["users"])
        #expect(ImportedAuth(identifiers: identifiers) == imported)
        #expect(throws: ProjectFault.self) { try project.changes(importing: imported, as: "again") }
        #expect(throws: HeadlessFlaws.self) { try ImportedAuth(headless: utf8(#"{"version": 1}"#)) }
    }

    // MARK: - Projects of AWS's tool

    private func writeProject(backend: String, team: String? = nil) throws {
        try write(#"{"projectName": "old", "version": "2.0", "frontend": "ios"}"#, to: ProjectPaths.projectConfig)
        try write(backend, to: ProjectPaths.backendConfig)
        if let team { try write(team, to: ProjectPaths.teamProviderInfo) }
    }

    @Test func `a project with categories of AWS alone is read, and they are named once`() throws {
        try writeProject(
            backend: """
                {"auth": {"old": {"service": "Cognito"}, "second": {"service": "Cognito"}},
                 "storage": {"files": {"service": "S3", "dependsOn": [{"category": "auth", "resourceName": "old"}]}},
                 "hosting": {"S3AndCloudFront": {"service": "S3AndCloudFront"}}, "parameters": {"A": {"usedBy": []}}}
                """, team: #"{"prod": {"awscloudformation": {"Region": "eu-west-1", "StackName": "s"}}}"#)
        try write(#"{"resourceName": "old", "triggers": "{}"}"#, to: ProjectPaths.auth("old", "parameters.json"))
        try write("export {}", to: ProjectPaths.auth("old", "override.ts"))
        let project = try Project(folder)
        #expect(project.auth?.name == "old")
        #expect(project.auth?.path == "amplify/backend/auth/old/parameters.json")
        #expect(project.environments?.environments["prod"]?.isOnlyInAWS == true)
        #expect(project.notes.count == 3)
        #expect(project.notes.contains { $0.contains("hosting, storage") })
        let resource = try #require(project.backend.auth)
        #expect(project.backend.dependents(of: resource) == ["storage/files"])
        #expect(throws: ProjectFault.self) { try project.changes(removing: resource) }
    }

    @Test func `a project without environments, and an imported pool, are read`() throws {
        try writeProject(
            backend: #"{"auth": {"pool": {"service": "Cognito", "serviceType": "imported"}}}"#)
        let project = try Project(folder)
        #expect(project.environments == nil)
        #expect(project.auth?.settings.isImported == true)
    }

    @Test func `a resource without files is a fault with a cure`() throws {
        try writeProject(backend: #"{"auth": {"pool": {"service": "Cognito"}}}"#)
        #expect(throws: ProjectFault.self) { try Project(folder) }
    }

    @Test(arguments: ["", "..", "a/b", ".", "a\u{1}"])
    func `a resource whose name is not one of a folder is refused`(name: String) throws {
        var backend = try document("{}")
        try backend.set(["service": "Cognito"], at: JSONPointer(["auth", name]))
        try writeProject(backend: backend.text)
        #expect(throws: ProjectFault.self) { try Project(folder) }
    }

    @Test func `an older API has its authorization in the list of resources`() throws {
        try writeProject(
            backend: """
                {"api": {"shop": {"service": "AppSync", "output": {"authConfig": {
                  "defaultAuthentication": {"authenticationType": "AWS_IAM"},
                  "additionalAuthenticationProviders": [
                    {"authenticationType": "API_KEY", "apiKeyConfig": {"apiKeyExpirationDays": "14"}}]}}}}}
                """)
        try write("type A { id: ID! }", to: ProjectPaths.api("shop", "schema/a.graphql"))
        try write("type B { id: ID! }", to: ProjectPaths.api("shop", "schema/sub/b.graphql"))
        let api = try #require(try Project(folder).api)
        #expect(api.settings.modes == [.iam, .apiKey(description: "", days: 14)])
        #expect(api.schema == "type A { id: ID! }\ntype B { id: ID! }\n")
    }

    @Test func `an update of an API writes what it changes, below the name that the folder has`() throws {
        try writeProject(backend: #"{"api": {"shop": {"service": "AppSync"}}}"#)
        let transform = """
            {"Version": 5, "ResolverConfig": {"project": {"ConflictHandler": "LAMBDA", "ConflictDetection": "VERSION",
             "LambdaConflictHandler": {"name": "resolver", "region": "us-east-1"}}}}
            """
        try write(transform, to: ProjectPaths.api("shop", "transform.conf.json"))
        try write(
            """
            {"version": 1, "serviceConfiguration": {"apiName": "../other", "serviceName": "AppSync",
             "defaultAuthType": {"mode": "AWS_IAM"}, "conflictResolution": {"defaultResolutionStrategy":
             {"type": "LAMBDA", "resolver": {"type": "EXISTING", "name": "resolver"}}}}}
            """, to: ProjectPaths.api("shop", "cli-inputs.json"))
        let project = try Project(folder)
        var settings = try #require(project.api).settings
        #expect(settings.name == "shop")
        settings.authorization = .apiKey(description: "", days: 7)
        try folder.write(try project.changes(toAPI: settings, schema: nil))
        #expect(try folder.bytes(ProjectPaths.api("shop", "transform.conf.json")) == utf8(transform))
        #expect(try Project(folder).api?.settings == settings)
        settings.conflicts = nil
        try folder.write(try Project(folder).changes(toAPI: settings, schema: nil))
        #expect(try folder.document(ProjectPaths.api("shop", "transform.conf.json"))?["/ResolverConfig"] == nil)
    }

    @Test func `a folder without a project says what to do`() throws {
        #expect {
            _ = try Project(folder)
        } throws: {
            ($0 as? ProjectFault)?.cure.contains("amplify init") == true
        }
    }
}
