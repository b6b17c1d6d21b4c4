// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Sends the sign-up code again.
    ///
    /// The plugin's own options are `AWSAuthResendSignUpCodeOptions`.
    ///
    /// - Throws: `AuthError`.
    public func resendSignUpCode(
        for username: String,
        options: AuthResendSignUpCodeRequest.Options? = nil
    ) async throws -> AuthCodeDeliveryDetails {
        let extra = options?.pluginOptions as? AWSAuthResendSignUpCodeOptions
        return try await run(HubPayload.EventName.Auth.resendSignUpCodeAPI, .userPool) { engine throws(SessionError) in
            try await engine.resendSignUpCode(username: username, clientMetadata: extra?.metadata)
        } answer: {
            AuthCodeDeliveryDetails($0)
        }
    }
}

/// The options of a request for another sign-up code.
public struct AWSAuthResendSignUpCodeOptions: Sendable {
    /// Passed to the pool's triggers.
    public let metadata: [String: String]?

    /// Makes options.
    public init(metadata: [String: String]? = nil) {
        self.metadata = metadata
    }
}
