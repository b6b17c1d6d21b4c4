// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage
import Testing

@Suite struct CopyProgressTests {
    private let start = ContinuousClock.now

    @Test func `a line says the rows and the time that is left, at most every two seconds`() {
        var progress = CopyProgress("Copied", total: 1_000, at: start)
        #expect(progress.add(100, of: "users", at: start + .seconds(1)) == nil)
        let line = progress.add(100, of: "users", at: start + .seconds(2))
        #expect(line == "Copied: 200 of 1000 rows (20 %), at the table users, about 8 s left")
        #expect(progress.add(100, of: "users", at: start + .seconds(3)) == nil)
    }

    @Test func `rows of an earlier run count as done, and not for the pace`() {
        var progress = CopyProgress("Copied", total: 10_000, before: 4_000, at: start)
        let line = progress.add(100, of: "codes", at: start + .seconds(10))
        #expect(line == "Copied: 4100 of 10000 rows (41 %), at the table codes, about 10 min left")
    }

    @Test func `more rows than were counted, and none at all, make sense`() {
        var more = CopyProgress("Compared", total: 10, at: start)
        #expect(
            more.add(20, of: "users", at: start + .seconds(4))
                == "Compared: 20 of 20 rows (100 %), at the table users, about 0 s left")
        var none = CopyProgress("Compared", total: 0, at: start)
        #expect(
            none.add(0, of: "users", at: start + .seconds(4)) == "Compared: 0 of 0 rows (100 %), at the table users")
    }
}
