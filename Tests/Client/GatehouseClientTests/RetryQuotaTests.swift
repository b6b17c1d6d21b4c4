// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import Testing

@Suite struct RetryQuotaTests {
    @Test func `a hundred repetitions without a success exhaust the quota`() {
        let quota = RetryQuota()
        for _ in 0..<100 { #expect(quota.withdraw(afterTimeout: false) == 5) }
        #expect(quota.withdraw(afterTimeout: false) == nil)
    }

    @Test func `a repetition after a timeout costs twice as much`() {
        let quota = RetryQuota()
        for _ in 0..<50 { #expect(quota.withdraw(afterTimeout: true) == 10) }
        #expect(quota.withdraw(afterTimeout: false) == nil)
    }

    @Test func `a repetition that succeeds gives back what it took, and a first attempt one token`() {
        let quota = RetryQuota()
        while quota.withdraw(afterTimeout: false) != nil {}
        quota.restore(5)
        #expect(quota.withdraw(afterTimeout: false) == 5)
        for _ in 0..<4 { quota.restore(nil) }
        #expect(quota.withdraw(afterTimeout: false) == nil)
        quota.restore(nil)
        #expect(quota.withdraw(afterTimeout: false) == 5)
    }

    @Test func `successes do not save up more than the quota`() {
        let quota = RetryQuota()
        for _ in 0..<1_000 { quota.restore(nil) }
        for _ in 0..<100 { #expect(quota.withdraw(afterTimeout: false) == 5) }
        #expect(quota.withdraw(afterTimeout: false) == nil)
    }
}
