// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseFederation
package import GatehouseWire

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

/// The session tags in the claims of a web identity token.
///
/// The claims have one of two forms: nested, one object with all tags; or flattened, one claim for each tag, for
/// providers whose claims cannot be objects. A token with both forms must say the same in both, because a provider that
/// checks one of them may let its users write the other one.
///
/// Source: the IAM user guide, "Pass session tags in AWS STS", section "AssumeRoleWithWebIdentity".
package struct TagClaims: Sendable {
    /// The claim of the nested form, with `principal_tags` and `transitive_tag_keys`.
    package static let nested: WireName = "https://aws.amazon.com/tags"
    /// The beginning of each tag's claim in the flattened form; the tag's key follows.
    private static let flattenedPrefix = nested.text + "/principal_tags/"
    private static let flattenedTransitive = WireName(nested.text + "/transitive_tag_keys")

    let tags: [String: String]
    /// The keys of the tags that stay in role chains.
    let transitiveKeys: [String]

    /// Reads the claims of a verified token.
    /// - Throws: `missingClaim` for a claim in a form that is not allowed, `contradictoryClaims` for two forms with
    ///   different tags.
    init(_ claims: [WireName: WireValue]) throws(TokenRefusal) {
        let nested = try Self(nestedIn: claims)
        let flattened = try Self(flattenedIn: claims)
        if let nested, let flattened, !nested.isSame(as: flattened) {
            throw .contradictoryClaims(Self.nested.text)
        }
        if let form = nested ?? flattened { self = form } else { try self.init([], transitive: []) }
    }

    /// A tag's value is a list with one text.
    private init?(nestedIn claims: [WireName: WireValue]) throws(TokenRefusal) {
        guard let claim = claims[Self.nested] else { return nil }
        guard claim.objectValue != nil else { throw Self.bad }
        let tags = claim["principal_tags"] ?? [:]
        let transitive = claim["transitive_tag_keys"] ?? []
        guard let members = tags.objectValue, let keys = transitive.arrayValue else { throw Self.bad }
        try self.init(members.map { ($0.key.text, $0.value.arrayValue) }, transitive: keys)
    }

    /// A tag's value is a text or a list with one text; the keys are a list or the only one.
    private init?(flattenedIn claims: [WireName: WireValue]) throws(TokenRefusal) {
        let prefix = Self.flattenedPrefix.utf8
        let tags = claims.filter { $0.key.text.utf8.starts(with: prefix) }
        let transitive = claims[Self.flattenedTransitive]
        guard !tags.isEmpty || transitive != nil else { return nil }
        guard let keys = (transitive ?? []).oneOrMore else { throw Self.bad }
        let values = tags.map { name, value in
            (String(decoding: name.text.utf8.dropFirst(prefix.count), as: UTF8.self), value.oneOrMore)
        }
        try self.init(values, transitive: keys)
    }

    private init(_ values: [(key: String, list: [WireValue]?)], transitive: [WireValue]) throws(TokenRefusal) {
        var tags: [(key: String, value: String)] = []
        for (key, list) in values {
            guard let list, list.count == 1, let value = list[0].stringValue else { throw Self.bad }
            tags.append((key, value))
        }
        let keys = transitive.compactMap(\.stringValue)
        let checked: CheckedTags
        do { checked = try CheckedTags(tags, transitive: keys) } catch { throw Self.bad }
        // Each element is a text, and none is there twice.
        guard checked.transitiveKeys.count == transitive.count else { throw Self.bad }
        self.tags = checked.values
        transitiveKeys = checked.transitiveKeys
    }

    /// Whether both have the same tags in UTF-8, of which the same are transitive, in any order.
    private func isSame(as other: TagClaims) -> Bool {
        WireValue.object(ofTexts: tags) == .object(ofTexts: other.tags)
            && Set(transitiveKeys.map { WireName($0) }) == Set(other.transitiveKeys.map { WireName($0) })
    }

    private static var bad: TokenRefusal { .missingClaim(nested.text) }
}

extension WireValue {
    /// The elements of a list, or a text as the only one; `nil` for other values.
    fileprivate var oneOrMore: [WireValue]? { stringValue == nil ? arrayValue : [self] }
}
