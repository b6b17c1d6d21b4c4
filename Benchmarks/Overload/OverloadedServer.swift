// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// One kind of call to one server: its capacity, then loads of several times that.
struct OverloadedServer {
    /// The loads, as multiples of the capacity.
    private static let factors = [1, 1.5, 3, 5]
    private static let seconds = 4.0
    /// The load after each overload, in which the server recovers.
    private static let calmFactor = 0.5
    private static let calmSeconds = 3.0
    /// Few calls at once suit some servers best, more suit others.
    private static let callsAtOnce = [8, 32]
    /// Calls that begin later than this, in seconds, are not the load that the row names.
    private static let toleratedLateness = 0.005

    let name: String
    let port: Int
    let process: MeasuredProcess
    let call: any LoadedCall

    static func table() -> Table {
        Table(columns: [
            "Load", "Offered", "Served", "Refused", "Timed out", "Failed", "p50", "p99", "Memory: before, peak, after",
            "Recovery", "Begun late", "Promises",
        ])
    }

    /// Calls served in a second, with as many at once as keep the server busy.
    func capacity(seconds: Double = 2) async throws -> Double {
        var best = 0.0
        for calls in Self.callsAtOnce {
            let phases = [0.5, seconds].map { LoadPlan.Phase.closed(calls: calls, seconds: $0) }
            let results = try await OpenLoop.play(LoadPlan(port: port, process: process, call: call, phases: phases))
            best = max(best, results[1].throughput)
        }
        guard best > 0 else { throw IncompleteAnswer(from: name) }
        return best
    }

    func measure(_ table: inout Table, isPromised: Bool) async throws {
        let capacity = try await capacity()
        var best = capacity
        for factor in Self.factors {
            let before = process.residentMemory
            let phases: [LoadPlan.Phase] = [
                .open(rate: capacity * factor, seconds: Self.seconds),
                .open(rate: capacity * Self.calmFactor, seconds: Self.calmSeconds),
            ]
            let results = try await OpenLoop.play(LoadPlan(port: port, process: process, call: call, phases: phases))
            let (flood, calm) = (results[0], results[1])
            best = max(best, flood.throughput)
            try await Task.sleep(for: .seconds(1))
            let cells = cells(
                flood, calm, offered: capacity * factor, capacity: capacity, factor: factor,
                memory: [before, max(flood.peakMemory, calm.peakMemory), process.residentMemory])
            if isPromised {
                table.add(cells, missed: Self.missed(flood, calm, share: factor == 5 ? flood.throughput / best : nil))
            } else {
                table.add(cells + [""])
            }
        }
    }

    private func cells(
        _ flood: PhaseResult, _ calm: PhaseResult, offered: Double, capacity: Double, factor: Double, memory: [Double]
    ) -> [String] {
        let late = flood.lateness.percentile(99)
        let isLate = late > Self.toleratedLateness
        let recovery = calm.lastTrouble
        return [
            "\(name), \(factor.rounded(factor == 1.5 ? 1 : 0)) ×",
            "\(offered.rounded(0))/s",
            "\(flood.throughput.rounded(0))/s (\((flood.throughput / capacity * 100).rounded(0)) %)",
            flood.share(flood.refusedTimes.count),
            flood.share(flood.timedOut),
            flood.failures.isEmpty ? "0" : flood.failures.map { "\($0.value) × \($0.key)" }.joined(separator: ", "),
            Self.milliseconds(flood.servedTimes.percentile(50)),
            Self.milliseconds(flood.servedTimes.percentile(99)),
            memory.map { $0.rounded(0) }.joined(separator: ", ") + " MiB",
            recovery > Self.calmSeconds - 0.1 ? "not in \(Self.calmSeconds.rounded(0)) s" : "\(recovery.rounded(2)) s",
            isLate ? "**\(Self.milliseconds(late))**" : Self.milliseconds(late),
        ]
    }

    private static func milliseconds(_ seconds: Double) -> String {
        "\((seconds * 1e3).rounded(seconds < 0.01 ? 1 : 0)) ms"
    }

    /// The promises that a load shows not to be kept; a share of the best throughput is promised only where one is
    /// given.
    private static func missed(_ flood: PhaseResult, _ calm: PhaseResult, share: Double?) -> [String] {
        var missed: [String] = []
        let slow = flood.servedTimes.percentile(99)
        if slow >= 0.5 { missed.append("p99 \(milliseconds(slow)) instead of < 500 ms") }
        if flood.timedOut + calm.timedOut > 0 { missed.append("\(flood.timedOut + calm.timedOut) timed out") }
        let failures = flood.failures.values.reduce(0, +) + calm.failures.values.reduce(0, +)
        if failures > 0 { missed.append("\(failures) failed") }
        if calm.lastTrouble >= 1 { missed.append("recovery \(calm.lastTrouble.rounded(2)) s instead of < 1 s") }
        if let share, share < 0.8 { missed.append("served \((share * 100).rounded(0)) % of the best instead of 80 %") }
        return missed
    }
}

extension PhaseResult {
    /// A number of calls as a share of those offered.
    func share(_ count: Int) -> String {
        count == 0 ? "0" : "\((Double(count) / Double(offered) * 100).rounded(1)) %"
    }
}
