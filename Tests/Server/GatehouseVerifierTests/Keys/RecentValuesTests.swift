// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseVerifier

@Suite struct RecentValuesTests {
    @Test func `the table never has more values than its limit`() {
        var values = RecentValues<Int, Int>(limit: 10)
        for number in 0..<1_000 {
            values.keep(number, for: number)
            #expect(values.count <= 10)
            #expect(values.use(number) == number)
        }
    }

    @Test func `a value in use stays, and others go`() {
        var values = RecentValues<Int, Int>(limit: 10)
        values.keep(0, for: 0)
        for number in 1..<100 {
            values.keep(number, for: number)
            #expect(values.use(0) == 0)
        }
        #expect(values.use(1) == nil)
    }

    @Test func `a removed value is gone`() {
        var values = RecentValues<Int, Int>(limit: 4)
        for number in 0..<4 { values.keep(number, for: number) }
        for number in 0..<4 {
            values.remove(number)
            #expect(values.use(number) == nil)
        }
        #expect(values.count == 0)
    }
}
