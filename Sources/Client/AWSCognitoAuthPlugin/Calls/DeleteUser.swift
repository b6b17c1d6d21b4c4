// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Deletes the signed-in user, and with it the session.
    ///
    /// - Throws: `AuthError`; then the session stays, unless the user no longer exists.
    public func deleteUser() async throws {
        try await run(HubPayload.EventName.Auth.deleteUserAPI, .leaving) { engine throws(SessionError) in
            try await engine.deleteUser()
        } answer: {
        }
        events.send(.userDeleted)
    }
}
