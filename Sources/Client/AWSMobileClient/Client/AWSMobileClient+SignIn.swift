// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AWSMobileClient {
    /// Begins a sign-in with the user pool; one that has not ended is abandoned.
    ///
    /// - Parameters:
    ///   - username: the name or an alias.
    ///   - password: the password; a user pool that asks custom challenges only does not use it.
    ///   - validationData: data for the pool's functions; it has precedence over `clientMetaData`.
    ///   - clientMetaData: data for the pool's functions.
    ///   - completionHandler: receives the next step, or the reason for the failure. While a user is signed in, it is
    ///     called before this call returns.
    public func signIn(
        username: String,
        password: String,
        validationData: [String: String]? = nil,
        clientMetaData: [String: String] = [:],
        completionHandler: @escaping ((SignInResult?, (any Error)?) -> Void)
    ) {
        session.answer(completionHandler, signsIn: true, unless: session.beginSignIn) {
            try await $0.signIn(
                username: username, password: password, validationData: validationData, clientMetadata: clientMetaData)
        }
    }

    /// Answers the challenge of a sign-in.
    ///
    /// - Parameters:
    ///   - challengeResponse: the code, the new password or the answer to a custom challenge.
    ///   - userAttributes: attributes that are set with a new password.
    ///   - clientMetaData: data for the pool's functions.
    ///   - completionHandler: receives the next step, or the reason for the failure. Without a challenge, it is called
    ///     before this call returns.
    public func confirmSignIn(
        challengeResponse: String,
        userAttributes: [String: String] = [:],
        clientMetaData: [String: String] = [:],
        completionHandler: @escaping ((SignInResult?, (any Error)?) -> Void)
    ) {
        session.answer(completionHandler, signsIn: true, unless: session.requireOpenChallenge) {
            try await $0.confirmSignIn(
                response: challengeResponse, userAttributes: userAttributes, clientMetadata: clientMetaData)
        }
    }

    /// Ends the wait of all calls that wait for a new sign-in; they fail.
    public func releaseSignInWait() {
        session.releaseSignInWait()
    }
}
