// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import Testing

@Suite struct RetryAfterTests {
    /// Tue, 03 Feb 2026 04:05:06 GMT.
    private static let now = Date(timeIntervalSince1970: 1_770_091_506)

    private func retryAfter(_ value: String?, date: String? = nil) -> RetryAfter? {
        let headers = [("retry-after", value), ("date", date)].compactMap { name, value in
            value.map { (name: name, value: $0) }
        }
        return RetryAfter(TransportResponse(status: 503, headers: headers))
    }

    @Test(
        arguments: [("0", 0), ("5", 5), (" 120 ", 120), ("007", 7), ("9999999999999999999999", 999_999_999)]
            as [(String, Int)]
    )
    func `a number is a time in seconds`(value: String, seconds: Int) {
        #expect(retryAfter(value)?.delay(at: Self.now) == .seconds(seconds))
    }

    @Test(
        arguments: [
            nil, "", "-5", "+5", "1.5", "1e3", "soon", "5, 7", "٥", "0x10", "2026-02-03T04:05:06Z",
            "Tue, 32 Feb 2026 04:05:06 GMT", "Tue, 03 Feb 2026 04:05:06 PST",
        ] as [String?]
    )
    func `another form says nothing`(value: String?) {
        #expect(retryAfter(value) == nil)
    }

    @Test(arguments: [("Tue, 03 Feb 2026 04:05:16 GMT", 10), ("Tue, 03 Feb 2026 04:05:00 GMT", 0)])
    func `a date counts from the clock of the device where the answer has none`(value: String, seconds: Int) {
        #expect(retryAfter(value)?.delay(at: Self.now) == .seconds(seconds))
    }

    @Test func `a date counts from the answer's own date, whatever the clock of the device`() {
        let told = retryAfter("Tue, 03 Feb 2026 04:05:16 GMT", date: "Tue, 03 Feb 2026 04:05:12 GMT")
        for clockError in [-86_400, 0, 86_400] as [TimeInterval] {
            #expect(told?.delay(at: Self.now.addingTimeInterval(clockError)) == .seconds(4))
        }
    }
}
