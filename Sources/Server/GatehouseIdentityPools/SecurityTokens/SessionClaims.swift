// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseFederation
import GatehouseWire

/// The claims of a web identity token that become part of the session: tags and the source identity.
///
/// Source: the IAM user guide, "Pass session tags in AWS STS" and "Monitor and control actions taken with assumed roles".
struct SessionClaims: Sendable, Equatable {
    /// The claim with session tags.
    static let tagsClaim: WireName = "https://aws.amazon.com/tags"
    /// The claim with the source identity.
    static let sourceClaim: WireName = "https://aws.amazon.com/source_identity"
    private static let maximumTags = 50

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
    /// - Throws: `missingClaim` for a claim in a form that is not allowed.
    init(_ claims: [WireName: WireValue]) throws(TokenRefusal) {
        let claim = claims[Self.tagsClaim]
        guard claim == nil || claim?.objectValue != nil else { throw Self.badTags }
        tags = try Self.tags(claim?["principal_tags"])
        transitiveTagKeys = try Self.transitive(claim?["transitive_tag_keys"], among: tags)
        if let source = claims[Self.sourceClaim] {
            guard let source = source.stringValue, SAMLSessionRequest.isSessionName(source) else {
                throw .missingClaim(Self.sourceClaim.text)
            }
            sourceIdentity = source
        } else {
            sourceIdentity = nil
        }
    }

    /// A tag's value is a list with one text.
    private static func tags(_ claim: WireValue?) throws(TokenRefusal) -> [String: String] {
        guard let claim else { return [:] }
        guard let members = claim.objectValue, members.count <= maximumTags else { throw badTags }
        var tags: [String: String] = [:]
        for (name, values) in members {
            let key = name.text
            guard let values = values.arrayValue, values.count == 1, let value = values[0].stringValue,
                (1...128).contains(key.unicodeScalars.count), value.unicodeScalars.count <= 256
            else { throw badTags }
            tags[key] = value
        }
        guard Set(tags.keys.map { $0.lowercased() }).count == members.count else { throw badTags }
        return tags
    }

    private static func transitive(
        _ claim: WireValue?, among tags: [String: String]
    ) throws(TokenRefusal) -> [String] {
        guard let claim else { return [] }
        guard let values = claim.arrayValue else { throw badTags }
        var keys: [String] = []
        for value in values {
            guard let key = value.stringValue, tags[key] != nil, !keys.contains(key) else { throw badTags }
            keys.append(key)
        }
        return keys
    }

    private static var badTags: TokenRefusal { .missingClaim(tagsClaim.text) }
}
