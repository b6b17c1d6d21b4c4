// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Signs in the user whose sign-up ended with the step `.completeAutoSignIn` just now.
    ///
    /// - Throws: `AuthError`; `.invalidState` if there was no such sign-up, or if somebody is signed in.
    public func autoSignIn() async throws -> AuthSignInResult {
        try await run(HubPayload.EventName.Auth.autoSignInAPI, .signIn) { engine throws(SessionError) in
            try await engine.autoSignIn()
        } answer: {
            AuthSignInResult($0)
        }
    }
}
