// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseTestSupport
import GatehouseTesting
import Testing

@Suite(.ownThread, .hangLimit) struct AppTests {
    @Test func `an app of the AWS Mobile SDK can give errors a text of its own, and reads their numbers`() throws {
        #expect(try AcknowledgingProcess("MobileApp", []).acknowledged() == [1, 1, 1, 1, 1, 1])
    }
}
