// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseFederation
import Testing

@Suite("Identities of other providers")
struct ExternalIdentityTests {
    @Test("Provider and subject are compared apart, never as one joined name")
    func partsAreApart() {
        let one = ExternalIdentity(provider: "a", subject: "b_c")
        #expect(one != ExternalIdentity(provider: "a_b", subject: "c"))
        #expect(one == ExternalIdentity(provider: "a", subject: "b_c"))
    }
}
