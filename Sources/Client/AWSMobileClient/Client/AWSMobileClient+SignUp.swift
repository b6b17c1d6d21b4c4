// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AWSMobileClient {
    /// Creates a user in the user pool; the session stays as it is.
    ///
    /// - Parameters:
    ///   - username: the name.
    ///   - password: the password.
    ///   - userAttributes: the attributes, by the server's names for them.
    ///   - validationData: data for the pool's function that checks sign-ups.
    ///   - clientMetaData: data for the pool's functions.
    ///   - completionHandler: receives the result, or the reason for the failure.
    public func signUp(
        username: String,
        password: String,
        userAttributes: [String: String] = [:],
        validationData: [String: String] = [:],
        clientMetaData: [String: String] = [:],
        completionHandler: @escaping ((SignUpResult?, (any Error)?) -> Void)
    ) {
        session.answer(completionHandler, unless: session.requireUserPool) {
            try await $0.signUp(
                username: username, password: password, userAttributes: userAttributes, validationData: validationData,
                clientMetadata: clientMetaData)
        }
    }

    /// Confirms a new user by the code that was sent.
    ///
    /// - Parameters:
    ///   - username: the name.
    ///   - confirmationCode: the code.
    ///   - clientMetaData: data for the pool's functions.
    ///   - completionHandler: receives the result, or the reason for the failure.
    public func confirmSignUp(
        username: String,
        confirmationCode: String,
        clientMetaData: [String: String] = [:],
        completionHandler: @escaping ((SignUpResult?, (any Error)?) -> Void)
    ) {
        session.answer(completionHandler, unless: session.requireUserPool) {
            try await $0.confirmSignUp(username: username, code: confirmationCode, clientMetadata: clientMetaData)
        }
    }

    /// Sends the code for a new user again.
    ///
    /// - Parameters:
    ///   - username: the name.
    ///   - clientMetaData: data for the pool's functions.
    ///   - completionHandler: receives the result, or the reason for the failure.
    public func resendSignUpCode(
        username: String,
        clientMetaData: [String: String] = [:],
        completionHandler: @escaping ((SignUpResult?, (any Error)?) -> Void)
    ) {
        session.answer(completionHandler, unless: session.requireUserPool) {
            try await $0.resendSignUpCode(username: username, clientMetadata: clientMetaData)
        }
    }
}
