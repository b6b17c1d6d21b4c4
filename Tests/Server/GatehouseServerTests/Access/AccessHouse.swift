// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseGateway
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Logging

/// The registry of a data folder, as starts of `dev` and `gatehouse iam` change it.
struct AccessHouse {
    let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        try await process().close()
    }

    /// A process on the folder; the caller closes it.
    func process(_ mode: RunMode = .dev, access file: String? = nil) async throws -> ServerProcess {
        var settings: [Setting: String] = [.dataDirectory: folder.path("data")]
        settings[.access] = file
        return try await ServerProcess(
            try ServerConfiguration.read(mode: mode, commandLine: settings, environment: [:]),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, metrics: PrometheusMetrics())
    }

    /// A start with a file of this content.
    func start(_ json: String?) async throws {
        let file = try json.map { try write($0, to: "access.json") }
        let process = try await process(access: file)
        do {
            try await process.prepareAccess()
        } catch {
            try process.close()
            throw error
        }
        try process.close()
    }

    /// The output of a command.
    func run(_ command: AccessCommand) async throws -> [String] {
        try await command.run(on: try await process(.maintenance))
    }

    /// Writes a file and returns its path.
    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
        return folder.path(name)
    }

    /// The first columns of a list: name and origin.
    func list(_ kind: AccessCommand.Kind) async throws -> [String] {
        try await run(.list(kind, user: nil)).map {
            $0.split(separator: "\t").prefix(2).joined(separator: " ")
        }
    }

    static let trust = #"""
        {"Version": "2012-10-17", "Statement":
         {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"AWS": "123456789012"}}}
        """#
}
