// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport
import Synchronization
import Testing

@testable import AWSDataStorePlugin
@testable import GeneratedModels

/// The first call of the plugin.
@Suite(.hangLimit) struct FirstCallTests {
    private func plugin(
        in folder: TemporaryFolder, models: [ModelSchema], api: (any APICategoryPlugin)?, hasAuth: Bool
    ) throws -> AWSDataStorePlugin {
        var parts = DataStoreParts()
        parts.place = StorePlace(folder: folder.path("store"), name: "test")
        parts.models = { models }
        parts.api = { api }
        parts.hasAuth = { hasAuth }
        parts.session = { _ in DataStoreSession(user: { nil }).state }
        parts.isSignedOut = { true }
        parts.reports = HubReports { _ in }
        let plugin = AWSDataStorePlugin(.default, registering: AmplifyModels(), parts)
        try plugin.configure(using: nil)
        return plugin
    }

    private func api(_ mode: String) throws -> AWSAPIPlugin {
        let plugin = AWSAPIPlugin(
            session: AWSAuthService(), transport: .platform, sockets: .platform, hub: { _ in })
        let configuration: JSONValue = [
            "todos": [
                "endpointType": "GraphQL", "endpoint": "https://api.example.org/graphql", "region": "eu-west-1",
                "authorizationType": .string(mode), "apiKey": "da2-abcdefghijklmnopqrstuvwxyz",
            ]
        ]
        try plugin.configure(using: configuration)
        return plugin
    }

    @Test func `the error of a missing Auth plugin names it`() async throws {
        let folder = try TemporaryFolder()
        let plugin = try plugin(
            in: folder, models: [OwnerRecord.schema], api: api("AMAZON_COGNITO_USER_POOLS"), hasAuth: false)
        for _ in 0..<2 {
            let error = await #expect(throws: DataStoreError.self) { try await plugin.query(OwnerRecord.self) }
            #expect(error?.caseName == "configuration")
            #expect(error?.errorDescription.contains("awsCognitoAuthPlugin") == true)
        }
        #expect(await errorCase { try await plugin.start() } == "configuration")
    }

    @Test func `without an API plugin no other plugin is needed`() async throws {
        let folder = try TemporaryFolder()
        let plugin = try plugin(in: folder, models: [OwnerRecord.schema], api: nil, hasAuth: false)
        #expect(try await plugin.query(OwnerRecord.self).isEmpty)
        try await plugin.start()
        await plugin.reset()
    }

    @Test func `many first calls open one store`() async throws {
        let device = try LocalDevice()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 { group.addTask { try await device.add("\(number)") } }
            try await group.waitForAll()
        }
        #expect(try await device.titles().count == 50)
    }

    @Test func `an error handler may call DataStore`() async throws {
        let seen = Relay<String>()
        let app = Mutex<AWSDataStorePlugin?>(nil)
        let configuration = DataStoreConfiguration.custom(errorHandler: { error in
            seen.send((error as? DataStoreError)?.caseName ?? "another")
            app.withLock { $0 }?.save(Todo(title: "Tea")) { result in
                seen.send((try? result.get().title) ?? "failed")
            }
        })
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path("store"), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        try Data(repeating: UInt8(ascii: "x"), count: 8_192).write(to: URL(filePath: folder.path("store") + "/test"))
        var parts = DataStoreParts()
        parts.place = StorePlace(folder: folder.path("store"), name: "test")
        parts.models = { LocalDevice.models }
        parts.reports = HubReports { _ in }
        parts.api = { nil }
        parts.session = { _ in DataStoreSession(user: { nil }).state }
        let plugin = AWSDataStorePlugin(configuration, registering: AmplifyModels(), parts)
        try plugin.configure(using: nil)
        app.withLock { $0 = plugin }
        try await plugin.start()
        #expect(await seen.next() == "invalidDatabase")
        #expect(await seen.next() == "Tea")
        await plugin.reset()
    }
}
