// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Ends the set-up of a TOTP app with a code that it shows.
    ///
    /// The plugin's own options are `VerifyTOTPSetupOptions`.
    ///
    /// - Throws: `AuthError`; after a wrong code the call may be repeated.
    public func verifyTOTPSetup(code: String, options: VerifyTOTPSetupRequest.Options? = nil) async throws {
        let name = (options?.pluginOptions as? VerifyTOTPSetupOptions)?.friendlyDeviceName
        try await run(HubPayload.EventName.Auth.verifyTOTPSetupAPI, .userPool) { engine throws(SessionError) in
            try await engine.verifyTOTPSetup(code: code, friendlyDeviceName: name)
        } answer: {
        }
    }
}

/// The options of the completion of a TOTP set-up, in addition to the code.
public struct VerifyTOTPSetupOptions: Sendable {
    /// The name under which the TOTP app is registered.
    public let friendlyDeviceName: String?

    /// Makes options.
    public init(friendlyDeviceName: String? = nil) {
        self.friendlyDeviceName = friendlyDeviceName
    }
}
