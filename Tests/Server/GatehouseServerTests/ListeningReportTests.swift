// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization
import Testing

@testable import GatehouseServer

@Suite struct ListeningReportTests {
    private final class Ports: Sendable {
        private let ports = Mutex<[Int]>([])
        var all: [Int] { ports.withLock { $0 } }
        func add(_ port: Int) { ports.withLock { $0.append(port) } }
    }

    @Test(arguments: [true, false])
    func `a server with a port for metrics reports that it listens once both sockets do`(_ metricsFirst: Bool) {
        let ports = Ports()
        let report = ListeningReport(sockets: 2) { ports.add($0) }
        if metricsFirst { report.otherSocketListens() } else { report.servicesListen(on: 9_229) }
        #expect(ports.all.isEmpty)
        if metricsFirst { report.servicesListen(on: 9_229) } else { report.otherSocketListens() }
        #expect(ports.all == [9_229])
    }

    @Test func `a server without a port for metrics reports that it listens once its only socket does`() {
        let ports = Ports()
        ListeningReport(sockets: 1) { ports.add($0) }.servicesListen(on: 9_229)
        #expect(ports.all == [9_229])
    }
}
