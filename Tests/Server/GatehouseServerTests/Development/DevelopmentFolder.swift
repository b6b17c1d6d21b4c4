// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseIdentityPools
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Logging

/// `gatehouse dev` on a temporary folder, one start after the other.
final class DevelopmentFolder {
    let folder: TemporaryFolder
    private(set) var process: ServerProcess
    private(set) var development: Development
    private var settings: [Setting: String]

    init(_ settings: [Setting: String] = [:], seed: String? = nil, schema: String? = nil) async throws {
        folder = try TemporaryFolder()
        var settings = settings.merging([.dataDirectory: folder.path("data")]) { $1 }
        if let seed { settings[.seed] = try Self.write(seed, in: folder) }
        if let schema { settings[.schema] = try Self.write(schema, in: folder, as: "schema.graphql") }
        self.settings = settings
        (process, development) = try await Self.start(settings)
    }

    /// The path of a file in the data folder.
    func path(_ name: String) -> String { folder.path("data/" + name) }

    private static func write(
        _ text: String, in folder: TemporaryFolder, as name: String = "seed.json"
    ) throws -> String {
        try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
        return folder.path(name)
    }

    /// Ends the process and starts another one, with other settings, another seed and another schema if they are given.
    func restart(_ changes: [Setting: String] = [:], seed: String? = nil, schema: String? = nil) async throws {
        try process.close()
        settings.merge(changes) { $1 }
        if let seed { settings[.seed] = try Self.write(seed, in: folder) }
        if let schema { settings[.schema] = try Self.write(schema, in: folder, as: "schema.graphql") }
        (process, development) = try await Self.start(settings)
    }

    /// The user-pool operations as an administrator has them.
    var pools: UserPoolsService {
        process.installation.userPools.service(
            for: RequestContext(requestID: "test", principal: .administrator(accessKeyID: "test")))
    }

    /// The response to an unsigned call of an operation, such as `AWSCognitoIdentityService.GetId`.
    func call(_ target: String, _ members: WireValue) async -> TestResponse {
        let request = TestRequest.call(target, json: String(decoding: members.json(), as: UTF8.self))
        return await answer(request)
    }

    /// The response of the server.
    func answer(_ request: TestRequest) async -> TestResponse {
        TestResponse(await process.installation.gateway.respond(to: request.gatewayRequest))
    }

    /// The ids of all identity pools.
    func identityPoolIDs() async throws -> [String] {
        let context = RequestContext(requestID: "test", principal: .administrator(accessKeyID: "test"))
        let listed = try await process.installation.identityPools.service(for: context)
            .listIdentityPools(ListIdentityPoolsInput(maxResults: 60))
        return (listed.identityPools ?? []).compactMap(\.identityPoolId).sorted()
    }

    private static func start(_ settings: [Setting: String]) async throws -> (ServerProcess, Development) {
        var process = try await ServerProcess(
            try ServerConfiguration.read(mode: .dev, commandLine: settings, environment: [:]),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, metrics: PrometheusMetrics())
        let development = try await process.prepareForDevelopment()
        return (process, development)
    }
}

extension TestResponse {
    /// The body as JSON; `null` for another body.
    var json: WireValue { (try? WireValue(foreignJSON: body)) ?? .null }
}
