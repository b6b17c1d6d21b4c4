// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseFederation
import GatehouseGateway
import GatehouseTestSupport
import GatehouseTesting
import Synchronization
import Testing

@testable import GatehouseServer

@Suite struct ProviderFailureLogTests {
    @Test(arguments: ["refusedAddress", "notEncrypted"])
    func `a refused address of a provider has the setting that allows it`(failure: String) {
        let lines = LogLines()
        ProviderFailureLog(lines.logger).log(
            ProviderFailure(provider: "http://localhost:1", reason: "GET http://localhost:1/keys: \(failure)"))
        #expect(lines.all.count == 1 && lines.all[0].contains("add it to GATEHOUSE_PROVIDERS_NETWORKS"))
    }

    @Test func `the log names each provider that fails and why, once a minute, and shortens what the provider wrote`() {
        let lines = LogLines()
        let start = ContinuousClock.now
        let passed = Mutex(Duration.zero)
        let log = ProviderFailureLog(
            lines.logger, outages: OutageLog { start.advanced(by: passed.withLock { $0 }) })
        let slow = ProviderFailure(provider: "https://slow.example", reason: "GET https://slow.example/keys: timedOut")
        for _ in 0..<3 { log.log(slow) }
        log.log(ProviderFailure(provider: "https://long.example", reason: String(repeating: "x", count: 100_000)))
        passed.withLock { $0 = .seconds(60) }
        log.log(slow)
        let line = "warning An identity provider gives no usable answer"
        let reason = "provider=https://slow.example reason=GET https://slow.example/keys: timedOut"
        #expect(
            lines.all == [
                "\(line) \(reason)",
                "\(line) provider=https://long.example reason=" + String(repeating: "x", count: 500),
                "\(line) omitted=2 \(reason)",
            ])
    }
}
