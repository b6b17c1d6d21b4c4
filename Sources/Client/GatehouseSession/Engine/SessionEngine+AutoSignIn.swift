// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

extension SessionEngine {
    /// Signs in the user whose sign-up this process has just completed, without a further proof.
    ///
    /// `InitiateAuth` with `USER_AUTH` and the session string of the sign-up, which the service accepts once and for a
    /// few minutes.
    ///
    /// The session string stays until another sign-up replaces it: what became of it is the service's to say.
    ///
    /// - Returns: as `signIn`.
    /// - Throws: `SessionError`; `.invalidState` while a user is signed in, or if this process completed no sign-up.
    package func autoSignIn() async throws(SessionError) -> SignInOutcome {
        let tools = try signInTools()
        let start = holder.moment
        return try await takeTurns { [self] () async throws(SessionError) -> SignInProgress in
            try requireSignedOut()
            guard let signUp = openSignUp.withLock({ $0 }), signUp.isComplete else { throw .noCompleteSignUp }
            abandonOthers()
            return try await advance(SignInConversation(SignInMachine(continuing: signUp), since: start, tools), .begin)
        }
    }
}

extension SessionError {
    fileprivate static var noCompleteSignUp: SessionError {
        .invalidState(
            "No sign-up was completed that can be followed by a sign-in.",
            cure: "Call autoSignIn right after the step completeAutoSignIn, else signIn."
        )
    }
}
