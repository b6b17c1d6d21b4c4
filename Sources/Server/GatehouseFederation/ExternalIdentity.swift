// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An identity that a provider outside this server confirmed.
///
/// A person is identified by the provider and the subject together; names and addresses do not identify people.
package struct ExternalIdentity: Sendable, Equatable {
    /// The provider: an issuer of OpenID Connect, the domain of a social provider, or the ARN of a SAML provider.
    package let provider: String
    /// The provider's identifier of the person.
    package let subject: String

    /// Creates an identity whose token or assertion was verified.
    package init(provider: String, subject: String) {
        self.provider = provider
        self.subject = subject
    }
}
