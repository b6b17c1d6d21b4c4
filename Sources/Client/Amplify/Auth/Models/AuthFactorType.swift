// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A first factor.
///
/// The answer for `confirmSignIn` is not the raw value but the plugin's `challengeResponse`.
public enum AuthFactorType: String, Sendable {
    /// The password, sent as it is.
    case password

    /// The password, proved without being sent.
    case passwordSRP

    /// A code by SMS.
    case smsOTP

    /// A code by e-mail.
    case emailOTP

    /// A passkey.
    case webAuthn
}
