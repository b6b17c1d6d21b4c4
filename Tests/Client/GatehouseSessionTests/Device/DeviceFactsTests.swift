// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

@testable import GatehouseSession

@Suite struct DeviceFactsTests {
    @Test(arguments: [
        (0, "+00:00"), (3600, "+01:00"), (-12_600, "-03:30"), (20_700, "+05:45"), (-36_000, "-10:00"),
    ])
    func `the time zone is an offset`(seconds: Int, text: String) throws {
        #expect(DeviceFacts.timeZone(try #require(TimeZone(secondsFromGMT: seconds))) == text)
    }
}
