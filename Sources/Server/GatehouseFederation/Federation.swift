// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseCrypto

/// The verification of tokens of other providers.
package struct Federation: Sendable {
    /// Verifies ID tokens of OpenID Connect.
    package let idTokens: OpenIDVerifier
    /// Verifies tokens of social providers.
    package let social: SocialVerifier

    /// Creates the verifiers; they ask no provider before the first token, and pass each failure of one to `report`.
    package init(
        fetch: any OutboundFetch, endpoints: SocialEndpoints = SocialEndpoints(), clock: WallClock, entropy: Entropy,
        report: @escaping @Sendable (ProviderFailure) -> Void = { _ in }
    ) {
        idTokens = OpenIDVerifier(fetch: fetch, clock: clock, report: report)
        social = SocialVerifier(
            fetch: fetch, endpoints: endpoints, clock: clock, entropy: entropy, report: report)
    }
}

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

/// A provider that gave no usable answer, for the operator.
package struct ProviderFailure: Sendable, Equatable {
    /// The issuer's address, or the name of the social provider.
    package let provider: String
    /// The request and the fault of its answer, without tokens and secrets.
    package let reason: String

    /// Describes a failure.
    package init(provider: String, reason: String) {
        self.provider = provider
        self.reason = reason
    }
}

/// The form of a provider's addresses, as administrators and providers write them.
package enum ProviderAddress {
    /// The longest address, in bytes.
    package static let maximumBytes = 2_048

    /// Returns whether a text is an absolute URL of `https` or `http`, in ASCII, with a host, and without user and
    /// fragment.
    ///
    /// Whether the server may connect to it is for the fetch to decide.
    package static func isAbsolute(_ text: String) -> Bool {
        let bytes = text.utf8
        let scheme = ["https://", "http://"].first { bytes.starts(with: $0.utf8) }
        guard let scheme, bytes.count <= maximumBytes,
            bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !forbidden.contains($0) })
        else { return false }
        let authority = bytes.dropFirst(scheme.utf8.count).prefix { !endsOfAuthority.contains($0) }
        return !authority.isEmpty && authority.first != UInt8(ascii: ":") && !authority.contains(UInt8(ascii: "@"))
    }

    /// The fragment, and what no URL contains (RFC 3986, section 2) or browsers change.
    private static let forbidden = Set("#\"<>\\^`{|}".utf8)
    private static let endsOfAuthority = Set("/?".utf8)
}
