// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOCore

/// More calls than the server can do, each on a connection of its own, from many addresses, and `/health` beside them.
enum FreshConnections {
    private static let factors = [1.5, 5, 10]
    private static let seconds = 10.0
    private static let addresses = 250
    /// The most connections that a load opens at a time; a client's patience ends before it has more.
    private static let mostConnections = 20_000
    /// Requests for the health page in a second, as several monitors send them.
    private static let healthRate = 2.0

    static func show(binary: String) async throws -> Bool {
        let server = try await MeasuredServer.prepare(binary: binary)
        defer { server.remove() }
        let running = try await server.start(onCore: 0)
        defer { running.stop() }
        let load = try await ServerLoad.prepare(running)
        var table = Table(columns: [
            "Load", "Offered", "Served", "Refused within 500 ms", "Refused later", "Left waiting", "Failed",
            "/health within 500 ms", "Begun late", "Promises",
        ])
        let passwords = PreparedCalls.passwords(load.clientID, port: running.port)
        try await show("Password sign-in", passwords, running, &table)
        try await show(
            "SRP sign-in", SRPCalls(poolID: load.poolID, clientID: load.clientID, port: running.port), running, &table)
        return table.holds
    }

    private static func show(
        _ name: String, _ call: any LoadedCall, _ server: RunningServer, _ table: inout Table
    ) async throws {
        let subject = OverloadedServer(name: name, port: server.port, process: server.measured, call: call)
        let capacity = try await subject.capacity()
        for factor in factors {
            let monitoring = plan(health(of: server), rate: healthRate, server)
            async let beside = OpenLoop.play(monitoring)
            let flood = try await OpenLoop.play(plan(call, rate: capacity * factor, server))[0]
            let health = try await beside[0]
            table.add(
                cells(
                    "\(name), \(factor.rounded(factor == 1.5 ? 1 : 0)) ×", capacity * factor, flood, health,
                    capacity: capacity),
                missed: missed(flood, health, capacity: capacity))
            try await Task.sleep(for: .seconds(2))
        }
    }

    private static func health(of server: RunningServer) -> PreparedCalls {
        PreparedCalls(requests: [
            ByteBuffer(string: "GET /health HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n")
        ])
    }

    private static func plan(_ call: any LoadedCall, rate: Double, _ server: RunningServer) -> LoadPlan {
        var plan = LoadPlan(
            port: server.port, process: server.measured, call: call, phases: [.open(rate: rate, seconds: seconds)])
        plan.freshAddresses = addresses
        plan.maximumConnections = mostConnections
        return plan
    }

    private static func cells(
        _ name: String, _ rate: Double, _ flood: PhaseResult, _ health: PhaseResult, capacity: Double
    ) -> [String] {
        [
            name, "\(rate.rounded(0))/s",
            "\(flood.throughput.rounded(0))/s (\((flood.throughput / capacity * 100).rounded(0)) %)",
            flood.share(flood.refusedSoon), flood.share(flood.refusedTimes.count - flood.refusedSoon),
            flood.share(flood.timedOut), flood.share(flood.failures.values.reduce(0, +)),
            "\(soon(health)) of \(health.offered)",
            "\((flood.lateness.percentile(99) * 1e3).rounded(1)) ms",
        ]
    }

    /// The number of health pages that were read within half a second.
    private static func soon(_ health: PhaseResult) -> Int { health.servedTimes.count(where: { $0 <= 0.5 }) }

    private static func missed(_ flood: PhaseResult, _ health: PhaseResult, capacity: Double) -> [String] {
        var missed: [String] = []
        let unserved = flood.offered - flood.servedTimes.count
        let share = unserved == 0 ? 1 : Double(flood.refusedSoon) / Double(unserved)
        if share < 0.95 {
            missed.append("\((share * 100).rounded(1)) % of the unserved refused within 500 ms instead of 95 %")
        }
        if soon(health) < health.offered { missed.append("\(health.offered - soon(health)) of /health late") }
        let served = flood.throughput / capacity
        if served < 0.85 { missed.append("served \((served * 100).rounded(0)) % instead of 85 %") }
        return missed
    }
}
