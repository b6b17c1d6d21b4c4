// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import Testing

@Suite struct HeaderNameTests {
    @Test(arguments: [("X-Amz-Target", "x-amz-target"), ("HOST", "Host"), ("", "")])
    func `header names are compared without regard to case`(a: String, b: String) {
        #expect(HeaderName.areEqual(a, b))
    }

    @Test(arguments: [("Host", "Hos"), ("A[", "A{"), ("X-A", "X_A"), ("é", "É")])
    func `other header names differ, also in the case of letters beyond ASCII`(a: String, b: String) {
        #expect(!HeaderName.areEqual(a, b))
    }
}
