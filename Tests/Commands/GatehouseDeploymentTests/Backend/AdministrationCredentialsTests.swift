// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport
import Testing

@testable import GatehouseDeployment

@Suite struct AdministrationCredentialsTests {
    private let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: home.path(".aws"), withIntermediateDirectories: true)
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: home.path(".aws/\(name)")))
    }

    private var variables: [String: String] { ["HOME": home.path] }

    @Test func `a profile is found in either file`() throws {
        try write(
            "[default]\naws_access_key_id=A\n\n[work]\n# note\naws_access_key_id = ID\naws_secret_access_key=SE=CRET\n",
            to: "credentials")
        try write("[profile other]\naws_access_key_id=B\naws_secret_access_key=C\naws_session_token=D\n", to: "config")
        let work = try AdministrationCredentials.find(profile: "work", variables: variables)
        #expect(work == SigningCredentials(accessKeyID: "ID", secretAccessKey: "SE=CRET"))
        let other = try AdministrationCredentials.find(profile: "other", variables: variables)
        #expect(other == SigningCredentials(accessKeyID: "B", secretAccessKey: "C", sessionToken: "D"))
    }

    @Test(arguments: ["default", "none"])
    func `a profile without a key is refused by its name`(profile: String) throws {
        try write("[default]\naws_access_key_id=A\n", to: "credentials")
        let variables = variables
        let fault = #expect(throws: DeploymentFault.self) {
            try AdministrationCredentials.find(profile: profile, variables: variables)
        }
        #expect(fault?.kind == .unusable)
        #expect(fault?.text.contains(profile) == true)
        // Before there is an environment, no file of the project names the profile.
        #expect(fault?.cure?.contains("local-aws-info.json") == false)
        let store = try SecretsStore(variables: variables, appID: "dabc", environment: "dev")
        let later = #expect(throws: DeploymentFault.self) {
            try AdministrationCredentials.find(profile: profile, secrets: store, variables: variables)
        }
        #expect(later?.cure?.contains("local-aws-info.json") == true)
    }

    @Test func `the profiles with an access key are listed, the default one first`() throws {
        #expect(try AdministrationCredentials.profiles(variables: variables).isEmpty)
        let keys = "aws_access_key_id=A\naws_secret_access_key=B\n"
        try write("[a]\n\(keys)[default]\n\(keys)[half]\naws_access_key_id=A\n", to: "credentials")
        try write("[profile other]\n\(keys)[profile sso]\nsso_region=x\n", to: "config")
        #expect(try AdministrationCredentials.profiles(variables: variables) == ["default", "a", "other"])
    }

    @Test func `variables come before the key that was typed, and that before a development server's`() throws {
        let store = try SecretsStore(variables: variables, appID: "dabc", environment: "dev")
        #expect(
            try AdministrationCredentials.find(profile: nil, secrets: store, variables: variables)
                == AdministrationCredentials.development)
        let typed = SigningCredentials(accessKeyID: "TYPED", secretAccessKey: "S")
        try store.keep(typed)
        #expect(try AdministrationCredentials.find(profile: nil, secrets: store, variables: variables) == typed)
        let set = variables.merging(["AWS_ACCESS_KEY_ID": "V", "AWS_SECRET_ACCESS_KEY": "W"]) { $1 }
        #expect(
            try AdministrationCredentials.find(profile: nil, secrets: store, variables: set)
                == SigningCredentials(accessKeyID: "V", secretAccessKey: "W"))
        #expect(throws: DeploymentFault.self) {
            try AdministrationCredentials.find(profile: nil, variables: ["AWS_ACCESS_KEY_ID": "V"])
        }
    }

    @Test func `the file of secrets is its owner's alone, and keeps what it has`() throws {
        let store = try SecretsStore(variables: variables, appID: "dabc", environment: "dev")
        try store.add(["facebookAppSecretUserPool": "one"], of: "shop")
        try store.keep(SigningCredentials(accessKeyID: "TYPED", secretAccessKey: "S"))
        try store.add(["googleAppSecretUserPool": "two"], of: "shop")
        #expect(
            try store.secrets(of: "shop") == ["facebookAppSecretUserPool": "one", "googleAppSecretUserPool": "two"])
        #expect(try store.accessKey()?.accessKeyID == "TYPED")
        let attributes = try FileManager.default.attributesOfItem(atPath: store.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        try store.remove()
        #expect(try store.document() == nil)
        try store.remove()
    }

    @Test func `plain HTTP is for this machine only`() throws {
        let credentials = AdministrationCredentials.development
        let fault = #expect(throws: DeploymentFault.self) {
            try Backend(
                baseURL: "http://auth.example.com", region: "us-east-1", credentials: credentials, transport: .platform)
        }
        #expect(fault?.kind == .unusable)
        #expect(fault?.cure?.contains("https") == true)
    }
}
