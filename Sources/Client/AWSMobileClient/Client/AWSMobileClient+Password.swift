// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AWSMobileClient {
    /// Sends the user a code, which `confirmForgotPassword` needs.
    ///
    /// - Parameters:
    ///   - username: the name or an alias.
    ///   - clientMetaData: data for the pool's functions.
    ///   - completionHandler: receives the result, or the reason for the failure.
    public func forgotPassword(
        username: String,
        clientMetaData: [String: String] = [:],
        completionHandler: @escaping ((ForgotPasswordResult?, (any Error)?) -> Void)
    ) {
        session.answer(completionHandler, unless: session.requireUserPool) {
            try await $0.forgotPassword(username: username, clientMetadata: clientMetaData)
        }
    }

    /// Sets a new password with the code that was sent.
    ///
    /// - Parameters:
    ///   - username: the name or an alias.
    ///   - newPassword: the new password.
    ///   - confirmationCode: the code.
    ///   - clientMetaData: data for the pool's functions.
    ///   - completionHandler: receives the result, or the reason for the failure.
    public func confirmForgotPassword(
        username: String,
        newPassword: String,
        confirmationCode: String,
        clientMetaData: [String: String] = [:],
        completionHandler: @escaping ((ForgotPasswordResult?, (any Error)?) -> Void)
    ) {
        session.answer(completionHandler, unless: session.requireUserPool) {
            try await $0.confirmForgotPassword(
                username: username, newPassword: newPassword, code: confirmationCode, clientMetadata: clientMetaData)
        }
    }

    /// Changes the password of the signed-in user.
    ///
    /// - Parameters:
    ///   - currentPassword: the present password.
    ///   - proposedPassword: the new password.
    ///   - completionHandler: receives nil, or the reason for the failure.
    public func changePassword(
        currentPassword: String, proposedPassword: String, completionHandler: @escaping (((any Error)?) -> Void)
    ) {
        session.answer(completionHandler, unless: session.requireUserSession) {
            try await $0.changePassword(current: currentPassword, proposed: proposedPassword)
        }
    }
}

/// The result of a call for a forgotten password.
public struct ForgotPasswordResult: Sendable {
    /// The step.
    public let forgotPasswordState: ForgotPasswordState
    /// The address to which the code was sent.
    public let codeDeliveryDetails: UserCodeDeliveryDetails?
}

/// The step at which the replacement of a forgotten password is.
public enum ForgotPasswordState: Sendable {
    /// The new password is valid.
    case done
    /// A code was sent to the user, which `confirmForgotPassword` needs.
    case confirmationCodeSent
}
