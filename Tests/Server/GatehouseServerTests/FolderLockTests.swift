// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import Logging
import Testing

@Suite struct FolderLockTests {
    private func process(in path: String, _ mode: RunMode = .dev, port: String = "9229") async throws -> ServerProcess {
        try await ServerProcess(
            try ServerConfiguration.read(
                mode: mode, commandLine: [.dataDirectory: path, .port: port], environment: [:]),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, metrics: PrometheusMetrics())
    }

    @Test func `a second server on a folder is refused, and the refusal names the first one's process`() async throws {
        let folder = try TemporaryFolder()
        let first = try await process(in: folder.path, port: "9230")
        let refusal = await #expect(throws: StartupRefusal.self) { try await process(in: folder.path) }
        #expect(refusal?.exitCode == .unavailable)
        let number = ProcessInfo.processInfo.processIdentifier
        #expect(
            refusal?.description.hasPrefix("gatehouse dev on http://localhost:9230 (process \(number)) uses") == true)
        try first.close()
    }

    @Test func `a folder is free once its server has ended`() async throws {
        let folder = try TemporaryFolder()
        for _ in 0..<2 { try await process(in: folder.path).close() }
    }

    @Test func `a command on the folder works beside a server`() async throws {
        let folder = try TemporaryFolder()
        let server = try await process(in: folder.path)
        let command = try await process(in: folder.path, .maintenance)
        try command.close()
        try server.close()
    }

    @Test func `a command takes the base URL of the server that runs on the folder, unless one is set`() async throws {
        let folder = try TemporaryFolder()
        func baseURL(_ further: [Setting: String] = [:]) throws -> String {
            try ServerConfiguration.read(
                mode: .maintenance, commandLine: [.dataDirectory: folder.path].merging(further) { $1 }, environment: [:]
            ).deployment.baseURL
        }
        #expect(try baseURL() == "http://localhost:9229")
        let server = try await process(in: folder.path, port: "9231")
        #expect(try baseURL() == "http://localhost:9231")
        #expect(try baseURL([.baseURL: "https://auth.example.org"]) == "https://auth.example.org")
        try server.close()
        #expect(try baseURL() == "http://localhost:9229")
    }

    @Test func `the lock file of a process that has ended locks nothing`() async throws {
        let folder = try TemporaryFolder()
        try Data("gatehouse dev on http://localhost:1 (process 1)\n".utf8)
            .write(to: URL(fileURLWithPath: folder.path("gatehouse.lock")))
        try await process(in: folder.path).close()
    }

    @Test func `a link in place of the lock file is refused`() async throws {
        let folder = try TemporaryFolder()
        let other = folder.path("other")
        try Data("mine".utf8).write(to: URL(fileURLWithPath: other))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("gatehouse.lock"), withDestinationPath: other)
        let refusal = await #expect(throws: StartupRefusal.self) { try await process(in: folder.path) }
        #expect(refusal?.exitCode == .cannotCreate)
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
    }
}
