// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseWire
import Synchronization

/// Sign-ins of clients that repeat refused calls, beside a load of more than the capacity.
struct RetryingClients {
    private static let factor = 1.5
    private static let seconds = 10
    private static let tasks = 8
    /// The pause between two sign-ins of one client.
    private static let pause = Duration.milliseconds(200)
    private static let promisedShare = 0.9

    let load: ServerLoad
    let script: ClientScript

    func show() async throws -> Bool {
        let call = PreparedCalls.passwords(load.clientID, port: load.server.port)
        let subject = OverloadedServer(
            name: "Password sign-in", port: load.server.port, process: load.server.measured, call: call)
        let rate = try await subject.capacity() * Self.factor
        let plan = LoadPlan(
            port: load.server.port, process: load.server.measured, call: call,
            phases: [.open(rate: rate, seconds: Double(Self.seconds) + 2)])
        var table = Table(columns: [
            "Clients beside \(rate.rounded(0))/s, \(Self.factor.rounded(1)) ×", "Sign-ins", "Succeeded",
            "Attempts for each", "p50", "p99", "Served of the load", "Promises",
        ])
        try await row("Gatehouse's client", plan, &table) { try await ownSignIns() }
        for mode in ["standard", "legacy"] {
            try await row("botocore, mode `\(mode)`", plan, &table) {
                try await script.signIns(at: load.server.url, client: load.clientID, mode, seconds: Self.seconds)
            }
        }
        return table.holds
    }

    private func row(
        _ name: String, _ plan: LoadPlan, _ table: inout Table, _ clients: () async throws -> RetriedSignIns
    ) async throws {
        async let background = OpenLoop.play(plan)
        let signIns = try await clients()
        let others = try await background[0]
        let count = Double(signIns.times.count + signIns.failures)
        let share = Double(signIns.times.count) / count
        let cells = [
            name, "\(count.rounded(0))", "\((share * 100).rounded(1)) %",
            (Double(signIns.attempts) / count).rounded(2), "\((signIns.times.percentile(50) * 1e3).rounded(0)) ms",
            "\((signIns.times.percentile(99) * 1e3).rounded(0)) ms", "\(others.throughput.rounded(0))/s",
        ]
        table.add(
            cells, missed: share >= Self.promisedShare ? [] : ["\((Self.promisedShare * 100).rounded(0)) % get in"])
    }

    /// Sign-ins of our client, with the policy that apps have.
    private func ownSignIns() async throws -> RetriedSignIns {
        let transport = CountingTransport()
        let service = ServiceClient(endpoint: load.service.endpoint, transport: transport)
        let clock = ContinuousClock()
        let end = clock.now + .seconds(Self.seconds)
        let results = try await withThrowingTaskGroup(of: RetriedSignIns.self) { group in
            for task in 0..<Self.tasks {
                group.addTask {
                    var results = RetriedSignIns()
                    while clock.now < end {
                        let start = clock.now
                        if await Self.signIn(service, load.clientID, task) {
                            results.times.append((clock.now - start).seconds)
                        } else {
                            results.failures += 1
                        }
                        try await Task.sleep(for: Self.pause)
                    }
                    return results
                }
            }
            return try await group.reduce(into: RetriedSignIns()) { $0.add($1) }
        }
        var all = results
        all.attempts = transport.count
        return all
    }

    private static func signIn(_ service: ServiceClient, _ clientID: String, _ user: Int) async -> Bool {
        let parameters = ["USERNAME": "bench-\(user)", "PASSWORD": ServerLoad.password]
        do throws(ServiceFault) {
            _ = try await service.initiateAuth(
                InitiateAuthRequest(authFlow: .userPasswordAuth, authParameters: parameters, clientId: clientID))
            return true
        } catch {
            return false
        }
    }
}

/// The results of clients that repeat what was refused.
struct RetriedSignIns: Decodable {
    /// The seconds of each sign-in that succeeded, its waits included.
    var times: [Double] = []
    var failures = 0
    var attempts = 0

    mutating func add(_ other: RetriedSignIns) {
        times += other.times
        failures += other.failures
        attempts += other.attempts
    }
}

/// The platform's transport, with the number of requests that it sent.
private final class CountingTransport: Transport {
    private let sent = Atomic(0)
    private let transport = AsyncHTTPClientTransport()

    var count: Int { sent.load(ordering: .relaxed) }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        sent.add(1, ordering: .relaxed)
        return try await transport.send(request)
    }
}

/// `Scripts/overload-clients.py`: sign-ins of botocore in several processes.
struct ClientScript {
    let python: String
    let file: String

    /// Runs the script and reads its results.
    func signIns(at url: String, client: String, _ mode: String, seconds: Int) async throws -> RetriedSignIns {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: python)
        process.arguments = [file, url, client, mode, "\(seconds)"]
        process.standardOutput = output
        try process.run()
        let data = try await Task.detached { try output.fileHandleForReading.readToEnd() ?? Data() }.value
        process.waitUntilExit()
        return try JSONDecoder().decode(RetriedSignIns.self, from: data)
    }
}
