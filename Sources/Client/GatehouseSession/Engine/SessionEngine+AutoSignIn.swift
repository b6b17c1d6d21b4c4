// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseWire
import Synchronization

extension SessionEngine {
    /// Signs in the user whose sign-up this process has just completed, without a further proof.
    ///
    /// `InitiateAuth` with `USER_AUTH` and the session string of the sign-up, which the service accepts once and for a
    /// few minutes.
    ///
    /// - Returns: as `signIn`.
    /// - Throws: `SessionError`; `.invalidState` if no sign-up was completed, if somebody has signed in or out since,
    ///   or if the service has refused the session string for good.
    package func autoSignIn() async throws(SessionError) -> SignInOutcome {
        let tools = try signInTools()
        return try await takeTurns { [self] () async throws(SessionError) -> SignInProgress in
            try requireNobody()
            guard let signUp = openSignUp.withLock({ $0 }), signUp.isComplete else { throw .noCompleteSignUp }
            abandonOthers()
            let conversation = SignInConversation(SignInMachine(continuing: signUp), tools)
            do throws(SessionError) {
                return try await advance(conversation, .begin)
            } catch {
                // The service may still accept the session string that it turned away because of a passing trouble.
                if case .service(let fault) = error, !fault.code.isPassing { forgetCompleteSignUp() }
                throw error
            }
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
