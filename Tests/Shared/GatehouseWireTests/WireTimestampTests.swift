// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire
import Testing

@Suite struct WireTimestampTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2024-01-01T00:00:00Z", 1_704_067_200),
            ("2024-02-29T23:59:59Z", 1_709_251_199),
            ("2000-03-01T12:00:00Z", 951_912_000), ("1969-12-31T23:59:59Z", -1),
            ("1900-03-01T00:00:00Z", -2_203_891_200),
            ("9999-12-31T23:59:59Z", 253_402_300_799), ("0001-01-01T00:00:00Z", -62_135_596_800),
        ] as [(String, Double)])
    func `times are written and read to the second`(text: String, seconds: Double) {
        #expect(WireTimestamp.iso8601(Date(timeIntervalSince1970: seconds)) == text)
        #expect(WireTimestamp.date(iso8601: text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: ["2024-01-01T00:00:00.5Z", "2024-01-01T00:00:00.500Z"])
    func `decimals of the second are read`(text: String) {
        #expect(WireTimestamp.date(iso8601: text) == Date(timeIntervalSince1970: 1_704_067_200.5))
    }

    @Test(arguments: [
        "", "Z", "2024-01-01", "2024-01-01T00:00:00", "2024-13-01T00:00:00Z", "2023-02-29T00:00:00Z",
        "2024-01-00T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01 00:00:00Z",
        "2024-01-01T00:00:00+01:00", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00.x1Z", "😀024-01-01T00:00:00Z",
        "99999999999-01-01T00:00:00Z", "-024-01-01T00:00:00Z",
    ])
    func `a malformed timestamp is refused`(text: String) {
        #expect(WireTimestamp.date(iso8601: text) == nil)
    }

    @Test(
        arguments: [
            (1_689_980_857.9491, .double(1_689_980_857.949)), (1_689_980_857, .integer(1_689_980_857)),
            (0.0004, .integer(0)), (.nan, .integer(0)), (.infinity, .integer(253_402_300_799)),
        ] as [(Double, WireValue)])
    func `JSON times have at most three decimals`(seconds: Double, value: WireValue) {
        #expect(WireTimestamp.epochSeconds(Date(timeIntervalSince1970: seconds)) == value)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, 253_402_300_800])
    func `numbers that are not a time are refused`(seconds: Double) {
        #expect(WireTimestamp.date(epochSeconds: seconds) == nil)
    }

    @Test func `no date is beyond writing`() {
        for seconds in [-Double.infinity, -1e300, 1e300, .infinity, .nan] {
            #expect(WireTimestamp.iso8601(Date(timeIntervalSince1970: seconds)).hasSuffix("Z"))
        }
    }
}
