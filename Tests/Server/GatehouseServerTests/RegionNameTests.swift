// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import Testing

@Suite struct RegionNameTests {
    @Test(arguments: [
        ("us-east-1", true), ("us-gov-west-1", true), ("local", false), ("", false), ("us--1", false),
        ("US-EAST-1", false), ("us-east-1_", false), ("a-b-c-d-e-f", false), ("us-east-1\n", false),
    ])
    func `a region has two to five parts of small letters and digits`(_ text: String, _ isWellFormed: Bool) {
        #expect(RegionName.isWellFormed(text) == isWellFormed)
        #expect(RegionName.isUserPoolID(text + "_Example01") == isWellFormed)
    }

    @Test(arguments: ["us-east-1", "us-east-1_", "us-east-1_a_b", "us-east-1_a-b", "_Example01", "us-east-1_ä"])
    func `a region alone or with another ending is no id of a user pool`(_ text: String) {
        #expect(!RegionName.isUserPoolID(text))
    }
}
