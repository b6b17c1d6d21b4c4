// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Lets this device stand in for a second factor of the signed-in user.
    ///
    /// - Throws: `AuthError`; `.unknown` if the user pool does not track this device.
    public func rememberDevice(options: AuthRememberDeviceRequest.Options? = nil) async throws {
        try await run(HubPayload.EventName.Auth.rememberDeviceAPI, .userPool) { engine throws(SessionError) in
            try await engine.rememberDevice()
        } answer: {
        }
    }
}
