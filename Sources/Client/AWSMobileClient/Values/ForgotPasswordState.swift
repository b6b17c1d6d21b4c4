// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The step at which the replacement of a forgotten password is.
public enum ForgotPasswordState: Sendable {
    /// The new password is valid.
    case done
    /// A code was sent to the user, which `confirmForgotPassword` needs.
    case confirmationCodeSent
}
