// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Asks for the secret that the signed-in user enters in a TOTP app.
    ///
    /// - Throws: `AuthError`.
    public func setUpTOTP() async throws -> TOTPSetupDetails {
        try await run(HubPayload.EventName.Auth.setUpTOTPAPI, .userPool) { engine throws(SessionError) in
            try await engine.setUpTOTP()
        } answer: {
            TOTPSetupDetails($0)
        }
    }
}
