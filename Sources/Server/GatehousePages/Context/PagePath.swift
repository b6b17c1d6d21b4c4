// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The paths of a domain's pages and of the endpoints to which they refer, below the base path of the domain.
package enum PagePath: String, Sendable, CaseIterable {
    /// The sign-in with a user name, a password or a provider.
    case login = "/login"
    /// The steps of a sign-in after the first page: factors, codes, new passwords and set-ups.
    case step = "/login/step"
    /// The form for a new account.
    case signUp = "/signup"
    /// The form for the code that confirms an account.
    case confirm = "/confirm"
    /// The target of links in messages that confirm an account.
    case confirmUser = "/confirmUser"
    /// The form for another confirmation code.
    case resendCode = "/resendcode"
    /// The form for a code that resets a password.
    case forgotPassword = "/forgotPassword"
    /// The form for a new password with a code.
    case confirmForgotPassword = "/confirmForgotPassword"
    /// The enrolment of a passkey.
    case addPasskey = "/passkeys/add"
    /// The end of the browser's session.
    case logout = "/logout"
    /// The page for requests without a verified redirect URI.
    case error = "/error"
    /// The authorization endpoint.
    case authorize = "/oauth2/authorize"
}
