// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseGateway
import Testing

@Suite struct ClockTimeTests {
    @Test(arguments: [0, 1_792_843_385, 4_102_444_799.9])
    func `the text is the local time of day with two digits for each part`(_ seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        let parts = Calendar.current.dateComponents([.hour, .minute, .second], from: date)
        let text = ClockTime.text(at: date)
        #expect(text.split(separator: ":").map { Int($0) } == [parts.hour, parts.minute, parts.second])
        #expect(text.count == 8)
    }
}
