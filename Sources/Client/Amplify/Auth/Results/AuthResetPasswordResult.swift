// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The result of a step of a password reset.
public struct AuthResetPasswordResult: Equatable, Sendable {
    /// Whether the password was reset.
    public let isPasswordReset: Bool

    /// What the app has to do next: confirm with a code, or nothing.
    public let nextStep: AuthResetPasswordStep

    /// Makes a result.
    public init(isPasswordReset: Bool, nextStep: AuthResetPasswordStep) {
        self.isPasswordReset = isPasswordReset
        self.nextStep = nextStep
    }
}

/// The next step of a password reset.
public enum AuthResetPasswordStep: Equatable, Sendable {
    /// The code that was delivered and a new password, by `confirmResetPassword`.
    case confirmResetPasswordWithCode(AuthCodeDeliveryDetails, AdditionalInfo?)

    /// Nothing.
    case done
}
