// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The next step of a sign-in.
public struct SignInResult: Sendable {
    /// The step.
    public let signInState: SignInState
    /// The public parameters of a custom challenge; empty for every other step.
    public let parameters: [String: String]
    /// The address to which a code was sent; only `smsMFA` has it.
    public let codeDetails: UserCodeDeliveryDetails?
}

/// The step at which a sign-in is.
///
/// Apps receive `signedIn`, `smsMFA`, `newPasswordRequired` and `customChallenge`; the client answers the other challenges
/// itself. A code of an authenticator app is also asked for as `smsMFA`, with an unknown delivery medium.
public enum SignInState: String, Sendable {
    /// An unknown step.
    case unknown = "UNKNOWN"
    /// The user enters a code that was sent, or the code of an authenticator app.
    case smsMFA = "CONFIRMATION_CODE"
    /// The client proves that it knows the password.
    case passwordVerifier = "PASSWORD_VERIFIER"
    /// The app answers a challenge of the pool's own functions.
    case customChallenge = "CUSTOM_CHALLENGE"
    /// The client begins to prove that it knows the device's secret.
    case deviceSRPAuth = "DEVICE_SRP_AUTH"
    /// The client proves that it knows the device's secret.
    case devicePasswordVerifier = "DEVICE_PASSWORD_VERIFIER"
    /// The password is sent as it is.
    case adminNoSRPAuth = "ADMIN_NO_SRP_AUTH"
    /// The user chooses a new password.
    case newPasswordRequired = "NEW_PASSWORD_REQUIRED"
    /// The user is signed in.
    case signedIn = "SIGN_IN_COMPLETE"
}
