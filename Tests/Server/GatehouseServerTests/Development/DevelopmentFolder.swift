// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseServer
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import Logging

/// `gatehouse dev` on a temporary folder, one start after the other.
final class DevelopmentFolder {
    private let folder: TemporaryFolder
    private(set) var process: ServerProcess
    private(set) var development: Development
    private let settings: [Setting: String]

    init(_ settings: [Setting: String] = [:], seed: String? = nil) async throws {
        folder = try TemporaryFolder()
        var settings = settings.merging([.dataDirectory: folder.path("data")]) { $1 }
        if let seed {
            settings[.seed] = folder.path("seed.json")
            try Data(seed.utf8).write(to: folder.url.appendingPathComponent("seed.json"))
        }
        self.settings = settings
        (process, development) = try await Self.start(settings)
    }

    /// The path of a file in the data folder.
    func path(_ name: String) -> String { folder.path("data/" + name) }

    /// Ends the process and starts another one.
    func restart() async throws {
        try process.close()
        (process, development) = try await Self.start(settings)
    }

    /// The user-pool operations as an administrator has them.
    var pools: UserPoolsService {
        process.installation.userPools.service(
            for: RequestContext(requestID: "test", principal: .administrator(accessKeyID: "test")))
    }

    private static func start(_ settings: [Setting: String]) async throws -> (ServerProcess, Development) {
        var process = try await ServerProcess(
            try ServerConfiguration.read(mode: .dev, commandLine: settings, environment: [:]),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, metrics: PrometheusMetrics())
        let development = try await process.prepareForDevelopment()
        return (process, development)
    }
}
