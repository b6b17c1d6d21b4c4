// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import Testing

@Suite("The decisions of several policies")
struct AccessDecisionTests {
    static let all: [AccessDecision] = [.allowed, .implicitlyDenied, .explicitlyDenied]

    @Test("An explicit denial takes precedence over every other decision", arguments: all)
    func denialWins(_ other: AccessDecision) {
        #expect(other.or(.explicitlyDenied) == .explicitlyDenied)
        #expect(AccessDecision.explicitlyDenied.or(other) == .explicitlyDenied)
    }

    @Test("One policy that allows is enough where none denies")
    func oneAllows() {
        #expect(AccessDecision.implicitlyDenied.or(.allowed) == .allowed)
        #expect(AccessDecision.allowed.or(.implicitlyDenied) == .allowed)
        #expect(AccessDecision.implicitlyDenied.or(.implicitlyDenied) == .implicitlyDenied)
    }
}
