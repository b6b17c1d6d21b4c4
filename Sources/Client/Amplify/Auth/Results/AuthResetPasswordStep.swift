// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What a password reset asks for next.
public enum AuthResetPasswordStep: Equatable, Sendable {
    /// The code that was delivered and a new password, by `confirmResetPassword`.
    case confirmResetPasswordWithCode(AuthCodeDeliveryDetails, AdditionalInfo?)

    /// Nothing.
    case done
}
