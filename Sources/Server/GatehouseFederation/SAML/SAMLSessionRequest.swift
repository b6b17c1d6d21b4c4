// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What an assertion asks for the session of a role, with AssumeRoleWithSAML.
package struct SAMLSessionRequest: Sendable, Equatable {
    /// The name of the session, 2 to 64 characters.
    package let name: String
    /// The longest duration that the provider allows, in seconds from 900 to 43,200; `nil` if it sets none.
    package let maximumDuration: Int?
    /// The session tags by their keys.
    package let tags: [String: String]
    /// The keys of the tags that stay in role chains.
    package let transitiveTagKeys: [String]
    /// The identity that the session keeps; it needs `sts:SetSourceIdentity` in the trust policy.
    package let sourceIdentity: String?

    private static let maximumTags = 50
    private static let tagPrefix = SAMLAssertion.attributePrefix + "PrincipalTag:"

    /// Reads the attributes of an assertion.
    /// - Throws: `noSessionName`, `badSessionName`, or `badAttribute` for the other ones.
    package init(_ assertion: SAMLAssertion) throws(SAMLFault) {
        guard let names = assertion.attributes[SAMLAssertion.attributePrefix + "RoleSessionName"] else {
            throw .noSessionName
        }
        guard names.count == 1, Self.isSessionName(names[0]) else { throw .badSessionName }
        name = names[0]
        maximumDuration = try Self.duration(assertion)
        let tags = try Self.tags(assertion)
        let transitive = assertion.attributes[SAMLAssertion.attributePrefix + "TransitiveTagKeys"] ?? []
        guard transitive.allSatisfy({ tags[$0] != nil }) else { throw .badAttribute("TransitiveTagKeys") }
        self.tags = tags
        transitiveTagKeys = transitive
        sourceIdentity = try assertion.single("SourceIdentity")
        guard sourceIdentity.map(Self.isSessionName) ?? true else { throw .badAttribute("SourceIdentity") }
    }

    /// Whether a text is 2 to 64 of `[a-zA-Z_0-9+=,.@-]`, as the name of a session and a source identity are.
    package static func isSessionName(_ text: String) -> Bool {
        (2...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "_+=,.@-".utf8.contains(byte)
                }
            }
    }

    private static func duration(_ assertion: SAMLAssertion) throws(SAMLFault) -> Int? {
        guard let text = try assertion.single("SessionDuration") else { return nil }
        guard let seconds = Int(text), (900...43_200).contains(seconds) else { throw .badAttribute("SessionDuration") }
        return seconds
    }

    private static func tags(_ assertion: SAMLAssertion) throws(SAMLFault) -> [String: String] {
        var tags: [String: String] = [:]
        for (name, values) in assertion.attributes where name.hasPrefix(tagPrefix) {
            let key = String(name.dropFirst(tagPrefix.count))
            guard (1...128).contains(key.count), values.count == 1, values[0].count <= 256,
                tags.count < maximumTags
            else { throw .badAttribute("PrincipalTag") }
            tags[key] = values[0]
        }
        return tags
    }
}
