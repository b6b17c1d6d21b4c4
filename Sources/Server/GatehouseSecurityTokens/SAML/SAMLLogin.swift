// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseFederation

/// A verified assertion of a registered SAML provider, as a login.
package struct SAMLLogin: Sendable {
    package let provider: TrustedSAMLProvider
    package let assertion: SAMLAssertion

    /// The subject at the provider: the name with its qualifier.
    ///
    /// The qualifier has a fixed length, so two pairs never give the same text.
    package var subject: String { "\(provider.nameQualifier)/\(assertion.nameID)" }
}
