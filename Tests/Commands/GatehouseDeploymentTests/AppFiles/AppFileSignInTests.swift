// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Foundation
import GatehouseTesting
import Testing

@testable import Amplify
@testable import GatehouseDeployment

/// Apps that sign in with the files as the tool wrote them.
@Suite struct AppFileSignInTests {
    private let server: AppServer
    private let project: AppProject

    init() async throws {
        server = try await AppServer()
        project = try AppProject()
    }

    /// Writes the files for a pool with a user, and starts the app.
    private func plugin(withSecret: Bool) async throws -> AWSCognitoAuthPlugin {
        let gatehouse = server.gatehouse
        let poolID = try await gatehouse.makeUserPool()
        let client = try await gatehouse.makeClient(ofPool: poolID, withSecret: withSecret)
        try await gatehouse.makeUser("ada", password: TestGatehouse.password, inPool: poolID)
        var resources = AppResources(region: "us-east-1")
        resources.userPool = (poolID, client.id)
        resources.identityPoolID = try await gatehouse.makeIdentityPool(userPool: poolID, client: client)
        try project.update(await server.files(of: resources))
        return gatehouse.plugin()
    }

    private func data(_ path: String) throws -> Data {
        Data(try #require(try project.text(path)).utf8)
    }

    @Test func `an app signs in with the file of generation 2`() async throws {
        let plugin = try await plugin(withSecret: false)
        try plugin.configure(using: AmplifyOutputs.data(data("amplify_outputs.json")).resolveConfiguration())
        #expect(try await plugin.signIn(username: "ada", password: TestGatehouse.password).isSignedIn)
    }

    @Test(arguments: [false, true])
    func `an app signs in with the file of generation 1, also with a client that has a secret`(
        hasSecret: Bool
    ) async throws {
        let plugin = try await plugin(withSecret: hasSecret)
        let file = try JSONDecoder().decode(AmplifyConfiguration.self, from: data("amplifyconfiguration.json"))
        try plugin.configure(using: try #require(file.auth?.plugins["awsCognitoAuthPlugin"]))
        #expect(try await plugin.signIn(username: "ada", password: TestGatehouse.password).isSignedIn)
    }
}
