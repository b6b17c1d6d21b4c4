// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The results of the calls of one phase.
struct PhaseResult: Sendable {
    /// How a call ended.
    enum Outcome: Sendable {
        case served
        /// Refused because of the load.
        case refused
        case timedOut
        /// Another status, or a connection that broke.
        case failed(String)
    }

    /// A served call that took longer counts as trouble.
    static let calmLatency = 0.25

    let seconds: Double
    private(set) var offered = 0
    /// The calls that were served before the phase ended.
    private(set) var servedInTime = 0
    private(set) var servedTimes: [Double] = []
    private(set) var refusedTimes: [Double] = []
    private(set) var timedOut = 0
    private(set) var failures: [String: Int] = [:]
    /// How much later than due calls began, in seconds.
    private(set) var lateness: [Double] = []
    /// The largest amount of anonymous memory of the server, in MiB.
    private(set) var peakMemory = 0.0
    /// The last moment of the phase at which a call was due that was not served soon, in seconds from its start.
    private(set) var lastTrouble = 0.0

    init(seconds: Double) {
        self.seconds = seconds
    }

    /// The calls that were refused within half a second.
    var refusedSoon: Int { refusedTimes.count(where: { $0 <= 0.5 }) }

    /// Calls served in a second.
    var throughput: Double { Double(servedInTime) / seconds }

    mutating func noteStart(late: Double) {
        offered += 1
        lateness.append(late)
    }

    mutating func noteWait(_ seconds: Double) {
        lateness.append(seconds)
    }

    mutating func noteMemory(_ mebibytes: Double) {
        peakMemory = max(peakMemory, mebibytes)
    }

    mutating func noteEnd(_ outcome: Outcome, took seconds: Double, due: Double, inTime: Bool) {
        var isTrouble = true
        switch outcome {
        case .served:
            servedTimes.append(seconds)
            if inTime { servedInTime += 1 }
            isTrouble = seconds > Self.calmLatency
        case .refused: refusedTimes.append(seconds)
        case .timedOut: timedOut += 1
        case .failed(let reason): failures[reason, default: 0] += 1
        }
        if isTrouble { lastTrouble = max(lastTrouble, due) }
    }
}

extension [Double] {
    /// The value below which this share of the values lies, in per cent; zero without values.
    func percentile(_ share: Double) -> Double {
        guard !isEmpty else { return 0 }
        let sorted = sorted()
        return sorted[Swift.min(count - 1, Int(Double(count) * share / 100))]
    }
}
