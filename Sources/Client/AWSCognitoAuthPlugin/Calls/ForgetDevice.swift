// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Takes a device from the signed-in user.
    ///
    /// - Parameters:
    ///   - device: the device; this one when nil.
    ///   - options: nothing of the plugin's own.
    /// - Throws: `AuthError`; `.unknown` for this device if the user pool does not track it.
    public func forgetDevice(
        _ device: (any AuthDevice)? = nil,
        options: AuthForgetDeviceRequest.Options? = nil
    ) async throws {
        let key = device?.id
        try await run(HubPayload.EventName.Auth.forgetDeviceAPI, .userPool) { engine throws(SessionError) in
            try await engine.forgetDevice(key)
        } answer: {
        }
    }
}
