// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// `WEB_AUTHN`: the user signs in with a passkey; the app asks no question.
struct WebAuthnChallenge: PersonalChallenge {
    private let session: String?
    /// `PublicKeyCredentialRequestOptions` of WebAuthn, as JSON.
    let options: String

    /// Reads the options for the passkey's signature.
    ///
    /// - Throws: `.unanswerable` if they are missing.
    init(_ reply: SignInReply) throws(SessionError) {
        session = reply.session
        options = try reply.required("CREDENTIAL_REQUEST_OPTIONS")
    }

    /// The step after the user cancelled the passkey: only the passkey again.
    var step: SignInStep { .continueSignInWithFirstFactorSelection([.webAuthn]) }

    /// - Throws: `.validation` for a text that does not name the passkey.
    func reaction(to answer: PersonalAnswer) throws(SessionError) -> Reaction {
        guard try answer.firstFactor() == .webAuthn else {
            throw .badChallengeResponse("The service waits for the passkey.", cure: "Choose it, or call signIn again.")
        }
        return .assert(self)
    }

    /// The answer with the passkey's signature, `AuthenticationResponseJSON` of WebAuthn.
    func answer(_ credential: String, username: String, metadata: [String: String]) -> ChallengeAnswer {
        ChallengeAnswer(
            challenge: .webAuthn,
            session: session,
            username: username,
            responses: ["CREDENTIAL": credential],
            clientMetadata: metadata
        )
    }
}
