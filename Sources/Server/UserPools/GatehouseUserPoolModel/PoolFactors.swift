// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes

/// The factors that a pool offers besides the password, as far as its description does not contain them.
package struct PoolFactors: Sendable, Equatable {
    /// The factors of a new pool: none.
    package static let none = PoolFactors()

    /// Whether the pool offers codes by SMS; message and SMS configuration are in its description.
    package var usesSMS: Bool
    /// Whether the pool offers codes of authenticator apps (TOTP).
    package var usesSoftwareToken: Bool
    /// The message for codes by e-mail; `nil` if the pool does not offer them.
    package var email: EmailMfaConfigType?
    /// The passkey settings; `nil` before they are set.
    package var webAuthn: WebAuthnConfigurationType?

    /// Creates the settings of a pool.
    package init(
        usesSMS: Bool = false, usesSoftwareToken: Bool = false, email: EmailMfaConfigType? = nil,
        webAuthn: WebAuthnConfigurationType? = nil
    ) {
        self.usesSMS = usesSMS
        self.usesSoftwareToken = usesSoftwareToken
        self.email = email
        self.webAuthn = webAuthn
    }
}
