// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Signs in, without another proof, the user whose sign-up this plugin has just completed.
    ///
    /// The call needs the session that the service returned with the step `.completeAutoSignIn`: usually in the
    /// response of `ConfirmSignUp`, if the same plugin called `signUp` and `confirmSignUp` for the same name. The
    /// plugin sends it in `InitiateAuth` with the flow `USER_AUTH`, which the app client must allow. The session is
    /// valid once, for the user's first sign-in, and for the duration of a sign-in session of the app client (three
    /// minutes by default). The plugin keeps it in memory only. A sign-in that waits for an answer is abandoned. As
    /// with `signIn`, the result can have a next step.
    ///
    /// - Throws: `AuthError`. `.invalidState`, without a request, if a user is signed in or there is no session: the
    ///   sign-up ended with another step or in another process. `.notAuthorized` if the service refuses the session,
    ///   for example because it was used or has expired; the app then calls `signIn`. After a lost connection or
    ///   another temporary error, the app may repeat the call.
    public func autoSignIn() async throws -> AuthSignInResult {
        try await run(
            HubPayload.EventName.Auth.autoSignInAPI,
            .signIn,
            isCancellable: true
        ) { engine throws(SessionError) in
            try await engine.autoSignIn()
        } answer: {
            AuthSignInResult($0)
        }
    }
}
