// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseCore

@Suite("The model of admission under load") struct AdmissionModelTests {
    private static let signIn: [SimulatedLoad.Step] = [
        (.computing, 400_000), (.writing, 80_000), (.computing, 800_000),
    ]
    private static let renewal: [SimulatedLoad.Step] = [(.writing, 80_000), (.computing, 800_000)]

    private static let traffics: [(name: String, traffic: SimulatedLoad.Traffic)] = [
        ("passwords", .single(.beginning, signIn)),
        ("renewals", .single(.continuing, renewal)),
        ("SRP over a fast network", .pairs(then: signIn, after: 2_000_000)),
        ("SRP over a slow network", .pairs(then: signIn, after: 150_000_000)),
        ("SRP on slow devices", .pairs(then: signIn, after: 400_000_000)),
    ]

    // Takes about ten seconds: tens of thousands of simulated requests, without the optimiser.
    @Test("Beyond its capacity, a server uses most of it for requests that it serves soon", arguments: 0..<5, [1.5, 5])
    func overload(_ number: Int, _ multiple: Double) {
        var load = SimulatedLoad(Self.traffics[number].traffic)
        let warmUp = 2 * SimulatedLoad.second
        let flood = 6 * SimulatedLoad.second
        load.offer(multiple, for: warmUp + flood)
        let end = load.now
        let finished = load.served.filter { $0.time > 0 && $0.arrival > warmUp && $0.arrival + $0.time <= end }
        let capacity = flood / load.cost
        #expect(finished.count * 100 >= capacity * 80, "\(finished.count) of \(capacity)")
        let times = finished.map(\.time).sorted()
        // A request waits once, although its work has several parts.
        #expect((times.last ?? 0) < 280_000_000, "\(times.last ?? 0)")
        load.offer(0.5, for: 3 * SimulatedLoad.second)
        #expect(load.refusals.allSatisfy { $0.arrival < end + SimulatedLoad.second })
        load.drain()
        #expect(load.backlog == 0)
    }

    // Takes about ten seconds, for the same reason.
    @Test("Of admitted sign-ins, few are refused at their second step", arguments: 2..<5)
    func followers(_ number: Int) {
        var load = SimulatedLoad(Self.traffics[number].traffic)
        load.offer(5, for: 8 * SimulatedLoad.second)
        let begun = load.served.filter { !$0.isFollower }.count
        let lost = load.refusals.filter { $0.isFollower && $0.arrival > 2 * SimulatedLoad.second }.count
        #expect(lost * 20 < begun, "\(lost) of \(begun)")
    }

    @Test("A server below its capacity refuses nothing", arguments: 0..<5)
    func noOverload(_ number: Int) {
        var load = SimulatedLoad(Self.traffics[number].traffic)
        load.offer(0.9, for: 5 * SimulatedLoad.second)
        #expect(load.refusals.isEmpty)
    }

    @Test("A burst on a server that has measured nothing is admitted only in part")
    func firstBurst() {
        var load = SimulatedLoad(.single(.beginning, Self.signIn))
        load.offer(1_000, for: load.cost * 5)
        load.drain()
        #expect(load.served.count > 200)
        #expect(load.refusals.count > 4_000)
        #expect(load.served.allSatisfy { $0.time < 500_000_000 })
        #expect(load.backlog == 0)
    }
}
