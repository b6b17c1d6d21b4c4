// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession

// Calls about accounts, which need no session.
extension MobileSession {
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

    package func confirmSignUp(
        username: String,
        code: String,
        clientMetadata: [String: String]
    ) async throws -> SignUpResult {
        let options = ConfirmSignUpOptions(forceAliasCreation: nil, clientMetadata: clientMetadata.orNil)
        _ = try await engine.confirmSignUp(username: username, code: code, options: options)
        return SignUpResult(codeDeliveryDetails: nil, signUpConfirmationState: .confirmed, userSub: nil)
    }

    package func resendSignUpCode(username: String, clientMetadata: [String: String]) async throws -> SignUpResult {
        let delivery = try await engine.resendSignUpCode(username: username, clientMetadata: clientMetadata.orNil)
        return SignUpResult(
            codeDeliveryDetails: UserCodeDeliveryDetails(delivery),
            signUpConfirmationState: .unconfirmed,
            userSub: nil
        )
    }

    package func forgotPassword(username: String, clientMetadata: [String: String]) async throws -> ForgotPasswordResult
    {
        let delivery = try await engine.resetPassword(username: username, clientMetadata: clientMetadata.orNil)
        return ForgotPasswordResult(
            forgotPasswordState: .confirmationCodeSent,
            codeDeliveryDetails: UserCodeDeliveryDetails(delivery)
        )
    }

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
