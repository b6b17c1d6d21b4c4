// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct SignUpLimitTests {
    private func resend(_ fixture: PoolFixture) async throws {
        _ = try await fixture.anyone.resendConfirmationCode(
            ResendConfirmationCodeRequest(clientId: fixture.client.id, username: "alice"))
    }

    @Test func `new codes are limited by the hour`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.signUp()
        for _ in 0..<5 { try await resend(fixture) }
        #expect(try await fault { try await resend(fixture) } == .attemptLimit)
        fixture.gatehouse.clock.advance(by: 3_600)
        try await resend(fixture)
    }

    @Test func `a new code gives no new guesses within the hour`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.signUp()
        for _ in 0..<15 { _ = try await fault { try await fixture.confirm(code: fixture.wrongCode) } }
        try await resend(fixture)
        #expect(try await fault { try await fixture.confirm() } == .attemptLimit)
        fixture.gatehouse.clock.advance(by: 3_600)
        try await fixture.confirm()
    }
}
