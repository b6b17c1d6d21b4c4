// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// The signed-in user's attributes.
    ///
    /// - Throws: `AuthError`.
    public func fetchUserAttributes(
        options: AuthFetchUserAttributesRequest.Options? = nil
    ) async throws -> [AuthUserAttribute] {
        try await run(HubPayload.EventName.Auth.fetchUserAttributesAPI, .userPool) { engine throws(SessionError) in
            try await engine.userAttributes()
        } answer: { attributes in
            attributes.map { AuthUserAttribute(AuthUserAttributeKey(rawValue: $0.name), value: $0.value ?? "") }
        }
    }
}
