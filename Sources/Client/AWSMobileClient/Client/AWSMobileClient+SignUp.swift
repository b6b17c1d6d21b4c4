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

/// The result of a sign-up, of its confirmation, or of a repeated code.
public struct SignUpResult: Sendable {
    /// The address to which a code was sent; nil if none was sent.
    public let codeDeliveryDetails: UserCodeDeliveryDetails?
    /// Whether the user is confirmed.
    public let signUpConfirmationState: SignUpConfirmationState
    /// The user's id in the user pool; only `signUp` has it.
    public let userSub: String?
}

/// Whether a new user is confirmed.
public enum SignUpConfirmationState: Sendable {
    /// The user can sign in.
    case confirmed
    /// The user has to enter the code that was sent.
    case unconfirmed
    /// Never given.
    case unknown
}

/// The address to which a code was sent.
public struct UserCodeDeliveryDetails: Sendable {
    /// The medium of the code.
    public let deliveryMedium: UserCodeDeliveryMedium
    /// The masked address, or the name of the authenticator app's device.
    public let destination: String?
    /// The attribute that holds the address.
    public let attributeName: String?
}

/// The medium by which a code was sent.
public enum UserCodeDeliveryMedium: Sendable {
    /// A text message.
    case sms
    /// An e-mail.
    case email
    /// Another medium, or none: the code of an authenticator app.
    case unknown
}
