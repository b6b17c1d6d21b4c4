// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes

/// Which factors a pool offers besides the password, where its description does not say so.
package struct PoolFactors: Sendable, Equatable {
    /// A new pool offers none.
    package static let none = PoolFactors()

    /// Codes by SMS; their words and the way they take stand in the pool's description.
    package var usesSMS: Bool
    package var usesSoftwareToken: Bool
    /// The words of codes by e-mail; `nil` where the pool sends none.
    package var email: EmailMfaConfigType?
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
