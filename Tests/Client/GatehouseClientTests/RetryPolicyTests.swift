// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseCrypto
import Testing

@Suite struct RetryPolicyTests {
    @Test(arguments: [(1, 200), (2, 400), (3, 800), (7, 12_800), (8, 20_000), (1_000_000, 20_000), (-5, 200)])
    func `a pause lies between zero and a bound that doubles`(attempt: Int, bound: Int) {
        let policy = RetryPolicy()
        let least = policy.pause(after: attempt, entropy: Entropy { [UInt8](repeating: 0, count: $0) })
        let most = policy.pause(after: attempt, entropy: Entropy { [UInt8](repeating: 0xFF, count: $0) })
        #expect(least == .zero)
        #expect(most == .milliseconds(bound))
    }

    @Test func `pauses differ from client to client`() {
        let policy = RetryPolicy()
        let entropy = Entropy.seeded(7)
        let pauses = (0..<100).map { _ in policy.pause(after: 3, entropy: entropy) }
        #expect(Set(pauses).count > 90)
    }

    @Test(arguments: [(0, 200), (1, 500), (5, 2_500), (18, 2_000), (20, 0)])
    func `a wait that the server asks for comes before the jitter`(seconds: Int, jitter: Int) {
        let policy = RetryPolicy()
        let told = Duration.seconds(seconds)
        let least = policy.pause(after: 1, told: told, entropy: Entropy { [UInt8](repeating: 0, count: $0) })
        let most = policy.pause(after: 1, told: told, entropy: Entropy { [UInt8](repeating: 0xFF, count: $0) })
        #expect(least == told)
        #expect(most == told + .milliseconds(jitter))
    }

    @Test(arguments: [21, 3_600, 999_999_999])
    func `a server cannot make an app wait for longer than the policy permits`(seconds: Int) {
        #expect(RetryPolicy().pause(after: 1, told: .seconds(seconds), entropy: .seeded(1)) == nil)
    }
}
