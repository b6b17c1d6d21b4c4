// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// Many connections that all ask for a sign-in at once, and go on with five times the capacity.
enum ConnectionFlood {
    private static let floods = [(connections: 1_000, limit: 64.0), (connections: 10_000, limit: 256.0)]
    private static let seconds = 5.0
    /// The time after which memory must have returned, in seconds.
    private static let patience = 10.0

    static func show(binary: String) async throws -> Bool {
        var table = Table(columns: [
            "Connections", "Offered", "Served", "Refused", "Timed out", "Memory: before, peak, after", "Limit",
            "Promises",
        ])
        for flood in floods {
            try await show(flood.connections, limit: flood.limit, binary, &table)
        }
        return table.holds
    }

    private static func show(
        _ connections: Int, limit: Double, _ binary: String, _ table: inout Table
    ) async throws {
        var server = try await MeasuredServer.prepare(binary: binary)
        defer { server.remove() }
        server.settings["GATEHOUSE_MAXIMUM_CONNECTIONS"] = "\(connections + 1_000)"
        let running = try await server.start(onCore: 0)
        defer { running.stop() }
        let load = try await ServerLoad.prepare(running)
        let process = running.measured
        let subject = OverloadedServer(
            name: "Password sign-in", port: running.port, process: process,
            call: .passwords(load.clientID, port: running.port))
        let rate = try await subject.capacity(seconds: 1) * 5
        try await Task.sleep(for: .seconds(1))
        let before = process.residentMemory
        var plan = LoadPlan(
            port: running.port, process: process, call: subject.call, phases: [.open(rate: rate, seconds: seconds)])
        plan.openConnections = connections
        plan.burst = connections
        plan.maximumConnections = connections
        let result = try await OpenLoop.play(plan)[0]
        let settled = try await settle(process, below: before * 2)
        let (peak, after) = (max(result.peakMemory, settled.peak), settled.after)
        var missed: [String] = []
        if peak >= limit { missed.append("peak \(peak.rounded(0)) MiB") }
        if after > before * 2 { missed.append("\((after / before).rounded(1)) times the memory of before remain") }
        if result.timedOut > 0 { missed.append("\(result.timedOut) timed out") }
        let cells = [
            "\(connections)", "\(connections) at once, then \(rate.rounded(0))/s", "\(result.throughput.rounded(0))/s",
            result.share(result.refusedTimes.count), result.share(result.timedOut),
            [before, peak, after].map { $0.rounded(0) }.joined(separator: ", ") + " MiB",
            "\(limit.rounded(0)) MiB",
        ]
        table.add(cells, missed: missed)
    }

    /// Waits until the memory is below a bound, or the patience is over.
    private static func settle(
        _ process: MeasuredProcess, below bound: Double
    ) async throws -> (peak: Double, after: Double) {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(patience)
        var peak = 0.0
        while true {
            let memory = process.residentMemory
            peak = max(peak, memory)
            if memory <= bound || clock.now > end { return (peak, memory) }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
