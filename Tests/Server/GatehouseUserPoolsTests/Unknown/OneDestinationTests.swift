// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccounts
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// The destinations that different calls show for one name.
@Suite(.hangLimit) struct OneDestinationTests {
    @Test func `all calls that show where a code goes show one destination for one name`() async throws {
        let (fixture, names) = try await AccountState.makeAll()
        for (state, name) in names {
            var seen = [try? await fixture.forgotPassword(name)?.destination]
            let challenge = try? await fixture.beginUserAuth(name, preferring: "EMAIL_OTP")
            if challenge?.challengeName == .emailOtp {
                seen.append(challenge?.challengeParameters?["CODE_DELIVERY_DESTINATION"])
            }
            let resent = try? await fixture.anyone.resendConfirmationCode(
                ResendConfirmationCodeRequest(clientId: fixture.client.id, username: name))
            seen.append(resent?.codeDeliveryDetails?.destination)
            let shown = seen.compactMap(\.self)
            // A sign-in treats an imported user without a password as an unknown user, as SECURITY.md says.
            #expect(Set(shown).count <= (state == .imported ? 2 : 1), "\(state.rawValue): \(shown)")
            let isRefused = state == .temporaryPassword
            #expect(shown.isEmpty == isRefused, "\(state.rawValue)")
        }
    }
}
