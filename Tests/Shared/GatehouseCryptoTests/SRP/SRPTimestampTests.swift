// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import Testing

@Suite struct SRPTimestampTests {
    @Test(arguments: [
        (1_770_091_506.0, "Tue Feb 3 04:05:06 UTC 2026"),
        (0, "Thu Jan 1 00:00:00 UTC 1970"),
        (-1, "Wed Dec 31 23:59:59 UTC 1969"),
        (951_782_399, "Mon Feb 28 23:59:59 UTC 2000"),
        (951_868_799.9, "Tue Feb 29 23:59:59 UTC 2000"),
        (4_107_542_400, "Mon Mar 1 00:00:00 UTC 2100"),
    ])
    func `a date is written in English and UTC without a leading zero`(seconds: Double, text: String) {
        #expect(srpTimestamp(Date(timeIntervalSince1970: seconds)) == text)
        #expect(SRPTimestamp(text: text)?.date == Date(timeIntervalSince1970: seconds.rounded(.down)))
    }

    @Test func `the timestamps of the vectors are read and written alike`() throws {
        for vector in try SRPVector.all() {
            let timestamp = try #require(SRPTimestamp(text: vector.timestamp))
            #expect(srpTimestamp(timestamp.date) == vector.timestamp)
        }
    }

    @Test(arguments: [
        "", "Tue Feb 30 04:05:06 UTC 2026", "Tue Feb 3 24:05:06 UTC 2026", "Tue Feb 3 04:05 UTC 2026",
        "Tue Foo 3 04:05:06 UTC 2026", "Tue Feb 3 04:05:06 CET 2026", "Tue Feb 3 04:05:06 UTC 99999999999999999999",
        "Tue Feb -3 04:05:06 UTC 2026", String(repeating: "Tue ", count: 10_000), "Tue Feb 3 04:05:06:07 UTC 2026",
    ])
    func `anything else is not a timestamp`(text: String) {
        #expect(SRPTimestamp(text: text) == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func `impossible dates do not trap`(seconds: Double) {
        #expect(!srpTimestamp(Date(timeIntervalSince1970: seconds)).isEmpty)
    }
}
