// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Verifies an attribute with the code that was delivered.
    ///
    /// - Throws: `AuthError`; after a wrong code the call may be repeated.
    public func confirm(
        userAttribute: AuthUserAttributeKey,
        confirmationCode: String,
        options: AuthConfirmUserAttributeRequest.Options? = nil
    ) async throws {
        let name = userAttribute.rawValue
        try await run(HubPayload.EventName.Auth.confirmUserAttributesAPI, .userPool) { engine throws(SessionError) in
            try await engine.confirm(attribute: name, code: confirmationCode)
        } answer: {
        }
    }
}
