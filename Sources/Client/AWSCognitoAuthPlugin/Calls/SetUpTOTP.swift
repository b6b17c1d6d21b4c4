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

extension TOTPSetupDetails {
    /// Converts the engine's set-up to this API's type.
    init(_ setup: TOTPSetup) {
        self.init(sharedSecret: setup.sharedSecret, username: setup.username)
    }
}
