// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A second factor.
///
/// The answer for `confirmSignIn` is not the raw value but the plugin's `challengeResponse`.
public enum MFAType: String, Sendable {
    /// A code by SMS.
    case sms

    /// A code from a TOTP app.
    case totp

    /// A code by e-mail.
    case email
}
