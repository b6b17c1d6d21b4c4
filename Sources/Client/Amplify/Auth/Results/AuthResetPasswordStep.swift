// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The next step of a password reset.
public enum AuthResetPasswordStep: Equatable, Sendable {
    /// The code that was delivered and a new password, by `confirmResetPassword`.
    case confirmResetPasswordWithCode(AuthCodeDeliveryDetails, AdditionalInfo?)

    /// Nothing.
    case done
}
