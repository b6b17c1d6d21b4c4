// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Begins a sign-in.
    ///
    /// The plugin's own options are `AWSAuthSignInOptions`. A cancelled task ends the sign-in: nothing is stored, and
    /// tokens that were already issued are revoked.
    ///
    /// - Throws: `AuthError`; `.unknown` with `OperationCancelledError` when the task is cancelled.
    public func signIn(
        username: String? = nil,
        password: String? = nil,
        options: AuthSignInRequest.Options? = nil
    ) async throws -> AuthSignInResult {
        let extra = options?.pluginOptions as? AWSAuthSignInOptions
        let engineOptions = SignInOptions(
            flow: extra?.authFlowType?.engineFlow,
            clientMetadata: extra?.clientMetadata ?? [:],
            resumesAfterRestart: extra?.resumesAfterRestart ?? false
        )
        let result = try await run(
            HubPayload.EventName.Auth.signInAPI,
            .signIn,
            isCancellable: true,
            above: options?.presentationAnchorForWebAuthn
        ) { engine throws(SessionError) in
            try await engine.signIn(username: username, password: password, options: engineOptions)
        } answer: {
            AuthSignInResult($0)
        }
        announce(result)
        return result
    }

    /// Says that a user signed in, if the sign-in is complete.
    func announce(_ result: AuthSignInResult) {
        if result.isSignedIn { events.send(.signedIn) }
    }
}
