// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseFederation
import GatehouseWire

/// The claims of a web identity token that become part of the session: tags and the source identity.
///
/// Source: the IAM user guide, "Pass session tags in AWS STS" and "Monitor and control actions taken with assumed roles".
struct SessionClaims: Sendable, Equatable {
    /// The claim with the source identity.
    static let sourceClaim: WireName = "https://aws.amazon.com/source_identity"

    let tags: [String: String]
    /// The keys of the tags that stay in role chains.
    let transitiveTagKeys: [String]
    /// The identity that the session keeps.
    let sourceIdentity: String?

    /// The claims of a token that has neither.
    static let none = SessionClaims(tags: [:])

    init(tags: [String: String]) {
        self.tags = tags
        transitiveTagKeys = []
        sourceIdentity = nil
    }

    /// Reads the claims of a verified token.
    /// - Throws: `missingClaim` for a claim in a form that is not allowed, `contradictoryClaims` for tags that differ.
    init(_ claims: [WireName: WireValue]) throws(TokenRefusal) {
        let tagClaims = try TagClaims(claims)
        tags = tagClaims.tags
        transitiveTagKeys = tagClaims.transitiveKeys
        if let source = claims[Self.sourceClaim] {
            guard let source = source.stringValue, SAMLSessionRequest.isSessionName(source) else {
                throw .missingClaim(Self.sourceClaim.text)
            }
            sourceIdentity = source
        } else {
            sourceIdentity = nil
        }
    }
}
