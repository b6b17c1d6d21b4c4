// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession

// Calls about accounts, which need no session.
extension MobileSession {
    /// Creates a user in the user pool; the session stays as it is.
    ///
    /// - Parameters:
    ///   - username: the name.
    ///   - password: the password.
    ///   - userAttributes: the values by the attributes' names in the user pool.
    ///   - validationData: data for the pool's function that checks sign-ups.
    ///   - clientMetadata: data for the pool's functions.
    /// - Returns: whether the user must be confirmed, and the address to which a code was sent.
    /// - Throws: `userPoolNotConfigured`, `invalidParameter` for an empty name, or the error of the user pool.
    package func signUp(
        username: String,
        password: String,
        userAttributes: [String: String],
        validationData: [String: String],
        clientMetadata: [String: String]
    ) async throws -> SignUpResult {
        let options = SignUpOptions(
            userAttributes: userAttributes,
            validationData: validationData,
            clientMetadata: clientMetadata.orNil
        )
        let outcome = try await engine.signUp(username: username, password: password, options: options)
        switch outcome.nextStep {
        case .confirmUser(let delivery, let userID):
            return SignUpResult(
                codeDeliveryDetails: delivery.map(UserCodeDeliveryDetails.init),
                signUpConfirmationState: .unconfirmed,
                userSub: userID
            )
        case .completeAutoSignIn, .done:
            return SignUpResult(codeDeliveryDetails: nil, signUpConfirmationState: .confirmed, userSub: outcome.userID)
        }
    }

    /// Confirms a new user with the code that was sent.
    ///
    /// - Parameters:
    ///   - username: the name given to `signUp`.
    ///   - code: the code.
    ///   - clientMetadata: data for the pool's functions.
    /// - Returns: the state `confirmed`.
    /// - Throws: `userPoolNotConfigured`, `invalidParameter` for an empty name or code, or the error of the user pool;
    ///   after a wrong code, the call may be repeated.
    package func confirmSignUp(
        username: String,
        code: String,
        clientMetadata: [String: String]
    ) async throws -> SignUpResult {
        let options = ConfirmSignUpOptions(forceAliasCreation: nil, clientMetadata: clientMetadata.orNil)
        _ = try await engine.confirmSignUp(username: username, code: code, options: options)
        return SignUpResult(codeDeliveryDetails: nil, signUpConfirmationState: .confirmed, userSub: nil)
    }

    /// Sends the code for a new user again.
    ///
    /// - Parameters:
    ///   - username: the name given to `signUp`.
    ///   - clientMetadata: data for the pool's functions.
    /// - Returns: the state `unconfirmed`, and the address to which the code was sent.
    /// - Throws: `userPoolNotConfigured`, `invalidParameter` for an empty name, or the error of the user pool;
    ///   `unknown` if the user pool does not name the address.
    package func resendSignUpCode(username: String, clientMetadata: [String: String]) async throws -> SignUpResult {
        let delivery = try await engine.resendSignUpCode(username: username, clientMetadata: clientMetadata.orNil)
        return SignUpResult(
            codeDeliveryDetails: UserCodeDeliveryDetails(delivery),
            signUpConfirmationState: .unconfirmed,
            userSub: nil
        )
    }

    /// Sends the user a code with which a forgotten password can be replaced.
    ///
    /// - Parameters:
    ///   - username: the name or an alias.
    ///   - clientMetadata: data for the pool's functions.
    /// - Returns: the state `confirmationCodeSent`, and the address to which the code was sent.
    /// - Throws: `userPoolNotConfigured`, `invalidParameter` for an empty name, or the error of the user pool;
    ///   `unknown` if the user pool does not name the address.
    package func forgotPassword(username: String, clientMetadata: [String: String]) async throws -> ForgotPasswordResult
    {
        let delivery = try await engine.resetPassword(username: username, clientMetadata: clientMetadata.orNil)
        return ForgotPasswordResult(
            forgotPasswordState: .confirmationCodeSent,
            codeDeliveryDetails: UserCodeDeliveryDetails(delivery)
        )
    }

    /// Replaces a forgotten password with the code that was sent; it signs no user in.
    ///
    /// - Parameters:
    ///   - username: the name given to `forgotPassword`.
    ///   - newPassword: the new password.
    ///   - code: the code.
    ///   - clientMetadata: data for the pool's functions.
    /// - Returns: the state `done`.
    /// - Throws: `userPoolNotConfigured`, `invalidParameter` for an empty argument, or the error of the user pool;
    ///   after a wrong code, the call may be repeated.
    package func confirmForgotPassword(
        username: String,
        newPassword: String,
        code: String,
        clientMetadata: [String: String]
    ) async throws -> ForgotPasswordResult {
        try await engine.confirmResetPassword(
            username: username, newPassword: newPassword, code: code, clientMetadata: clientMetadata.orNil)
        return ForgotPasswordResult(forgotPasswordState: .done, codeDeliveryDetails: nil)
    }
}

extension [String: String] {
    /// The dictionary, or nil for an empty one, which requests leave out.
    var orNil: Self? { isEmpty ? nil : self }
}

extension UserCodeDeliveryDetails {
    /// Where a code went.
    init(_ delivery: CodeDelivery) {
        self.init(
            deliveryMedium: UserCodeDeliveryMedium(delivery.medium),
            destination: delivery.destination,
            attributeName: delivery.attributeName
        )
    }
}

extension UserCodeDeliveryMedium {
    fileprivate init(_ medium: CodeDelivery.Medium) {
        switch medium {
        case .sms: self = .sms
        case .email: self = .email
        case .unknown: self = .unknown
        }
    }
}

// Calls in the name of the signed-in user; each obtains an access token first, and waits as `tokens()` does.
extension MobileSession {
    /// Changes the user's password; the session stays as it is.
    ///
    /// - Throws: the error of `asUser`, or of the user pool.
    package func changePassword(current: String, proposed: String) async throws {
        try await asUser { engine in try await engine.changePassword(from: current, to: proposed) }
    }

    /// Fetches the user's attributes.
    ///
    /// - Returns: the values by the attributes' names in the user pool; attributes without a value are left out.
    /// - Throws: the error of `asUser`, or of the user pool.
    package func userAttributes() async throws -> [String: String] {
        let attributes = try await asUser { engine in try await engine.userAttributes() }
        let named = attributes.compactMap { attribute in attribute.value.map { (attribute.name, $0) } }
        return Dictionary(named) { $1 }
    }

    /// Changes attributes of the user; the next call for tokens renews them.
    ///
    /// - Parameters:
    ///   - attributes: the new values by the attributes' names in the user pool.
    ///   - clientMetadata: data for the pool's functions.
    /// - Returns: the addresses to which codes were sent, in the order of the attributes' names.
    /// - Throws: the error of `asUser`, or of the user pool; then no attribute has changed.
    package func updateUserAttributes(
        _ attributes: [String: String],
        clientMetadata: [String: String]
    ) async throws -> [UserCodeDeliveryDetails] {
        try await asUser { engine in
            let deliveries = try await engine.updateUserAttributes(attributes, clientMetadata: clientMetadata.orNil)
            // The next token call sees the new claims.
            engine.dropTokens()
            return deliveries.sorted { $0.key < $1.key }.map { UserCodeDeliveryDetails($0.value) }
        }
    }

    /// Sends the user a code that verifies an attribute.
    ///
    /// - Parameters:
    ///   - attribute: the attribute's name in the user pool.
    ///   - clientMetadata: data for the pool's functions.
    /// - Returns: the address to which the code was sent.
    /// - Throws: the error of `asUser`, or of the user pool; `unknown` if the user pool does not name the address.
    package func sendVerificationCode(
        attribute: String,
        clientMetadata: [String: String]
    ) async throws -> UserCodeDeliveryDetails {
        try await asUser { engine in
            UserCodeDeliveryDetails(
                try await engine.sendVerificationCode(attribute: attribute, clientMetadata: clientMetadata.orNil))
        }
    }

    /// Verifies an attribute of the user with the code that was sent.
    ///
    /// - Throws: the error of `asUser`, or of the user pool; after a wrong code, the call may be repeated.
    package func confirmUserAttribute(_ attribute: String, code: String) async throws {
        try await asUser { engine in try await engine.confirm(attribute: attribute, code: code) }
    }
}
