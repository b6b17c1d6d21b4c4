// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient

/// A server's folder with an existing database, and the program that serves it.
struct MeasuredServer {
    let binary: String
    let folder: URL
    let port: Int
    /// Settings of the program beside its arguments.
    var settings: [String: String] = [:]

    /// Makes the folder by a first start.
    static func prepare(binary: String) async throws -> MeasuredServer {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gatehouse-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let server = MeasuredServer(binary: binary, folder: folder, port: Int.random(in: 20_000..<32_000))
        try await server.start().stop()
        return server
    }

    /// Starts the program and waits until `/health` answers.
    func start(onCore core: Int? = nil) async throws -> RunningServer {
        let command = [binary, "dev", "--port", "\(port)", "--data-dir", folder.appending(path: "data").path]
        return try await Self.start(command, settings, port: port, folder: folder, onCore: core)
    }

    /// Starts a program and waits until `/health` answers at a port.
    static func start(
        _ command: [String], _ settings: [String: String] = [:], port: Int, folder: URL, onCore core: Int? = nil
    ) async throws -> RunningServer {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = (core.map { ["taskset", "--cpu-list", "\($0)"] } ?? []) + command
        process.environment = ProcessInfo.processInfo.environment.merging(settings) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let clock = ContinuousClock()
        let start = clock.now
        try process.run()
        let url = "http://localhost:\(port)"
        while await !isHealthy(url) {
            guard process.isRunning else { throw StartFailure(binary: command[0]) }
        }
        return RunningServer(
            process: process, url: url, port: port, folder: folder, startTime: (clock.now - start).seconds)
    }

    /// The time from start to the first answer, with the existing database.
    func readiness() async throws -> Row {
        var times: [Double] = []
        for _ in 0..<11 {
            let running = try await start()
            times.append(running.startTime)
            running.stop()
        }
        let median = times.sorted()[times.count / 2]
        return Row(
            name: "Ready, with an existing database", result: "\((median * 1e3).rounded(0)) ms", limit: "100 ms",
            ratio: "\((median / 0.1).rounded(2)) ×", promise: "< 100 ms", holds: median < 0.1)
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    private static func isHealthy(_ url: String) async -> Bool {
        guard let address = URL(string: url + "/health") else { return false }
        let request = TransportRequest(method: .get, url: address)
        return (try? await AsyncHTTPClientTransport().send(request))?.status == 200
    }
}

/// The program did not stay up.
struct StartFailure: Error, CustomStringConvertible {
    let binary: String
    var description: String { "\(binary) ended before it was ready; run it by hand to see why." }
}

/// A server that listens.
struct RunningServer {
    let process: Process
    let url: String
    let port: Int
    let folder: URL
    /// Seconds from start to the first answer.
    let startTime: Double

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    var measured: MeasuredProcess { MeasuredProcess(id: process.processIdentifier) }

    /// Anonymous memory after a few requests and a quiet second.
    func idleMemory() -> Row {
        Thread.sleep(forTimeInterval: 1)
        return Self.memory("Idle", measured.anonymousMemory, limit: 15)
    }

    static func memory(_ when: String, _ mebibytes: Double, limit: Double) -> Row {
        Row(
            name: "\(when), anonymous memory", result: "\(mebibytes.rounded(1)) MiB",
            limit: "\(limit.rounded(0)) MiB", ratio: "\((mebibytes / limit).rounded(2)) ×",
            promise: "< \(limit.rounded(0)) MiB", holds: mebibytes < limit)
    }
}
