// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseUserPools

@Suite struct DeliveryDestinationTests {
    @Test(arguments: [
        ("email", "fred@example.com", "f***@e***"), ("email", "a@b", "a***@b***"),
        ("phone_number", "+12025550100", "+*******0100"), ("phone_number", "+491", "+491"),
    ])
    func `a destination is masked`(_ attribute: String, _ value: String, _ masked: String) {
        #expect(DeliveryDestination(attribute: attribute, value: value).masked == masked)
    }
}
