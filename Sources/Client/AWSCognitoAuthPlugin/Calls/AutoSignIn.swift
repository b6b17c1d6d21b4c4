// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Signs in, without another proof, the user whose sign-up this plugin has just completed.
    ///
    /// What counts is the session that the service gave with the step `.completeAutoSignIn`: mostly `ConfirmSignUp`, where
    /// the plugin that called `signUp` calls `confirmSignUp` for the same name. It goes into `InitiateAuth` with the flow
    /// `USER_AUTH`, which the app client must allow, and counts once, for the user's first sign-in, as long as the client
    /// keeps a sign-in open (three minutes, if nothing else is set). The plugin keeps it in memory only. A sign-in that
    /// waits for an answer is abandoned; the result can ask for something, as that of `signIn`.
    ///
    /// - Throws: `AuthError`. `.invalidState`, without a request, if a user is signed in or there is no session: the
    ///   sign-up ended with another step or elsewhere. `.notAuthorized` if the service refuses the session, such as one
    ///   that was used or is too old; then `signIn` is the way. After a lost connection or another passing trouble, the
    ///   call may be repeated.
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
