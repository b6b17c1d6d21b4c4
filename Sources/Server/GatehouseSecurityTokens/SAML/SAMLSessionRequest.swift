// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehouseFederation

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

    private static let tagPrefix = SAMLAssertion.attributePrefix + "PrincipalTag:"

    /// Reads the attributes of an assertion.
    /// - Throws: `noSessionName`, `badSessionName`, or `badAttribute` for the other ones.
    package init(_ assertion: SAMLAssertion) throws(SAMLSessionFault) {
        guard let names = assertion.attributes[SAMLAssertion.attributePrefix + "RoleSessionName"] else {
            throw .noSessionName
        }
        guard names.count == 1, Self.isSessionName(names[0]) else { throw .badSessionName }
        name = names[0]
        maximumDuration = try Self.duration(assertion)
        let checked = try Self.checkedTags(assertion)
        (tags, transitiveTagKeys) = (checked.values, checked.transitiveKeys)
        sourceIdentity = try assertion.single("SourceIdentity")
        guard sourceIdentity.map(Self.isSessionName) ?? true else { throw .badAttribute("SourceIdentity") }
    }

    /// Whether a text is 2 to 64 of `[a-zA-Z_0-9+=,.@-]`, as the name of a session and a source identity are.
    static func isSessionName(_ text: String) -> Bool {
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

    private static func duration(_ assertion: SAMLAssertion) throws(SAMLSessionFault) -> Int? {
        guard let text = try assertion.single("SessionDuration") else { return nil }
        guard let seconds = Int(text), (900...43_200).contains(seconds) else { throw .badAttribute("SessionDuration") }
        return seconds
    }

    private static func checkedTags(_ assertion: SAMLAssertion) throws(SAMLSessionFault) -> CheckedTags {
        var tags: [(key: String, value: String)] = []
        // As characters, the prefix and a combining mark behind it would be another text, and the tag be left out.
        for (name, values) in assertion.attributes where name.utf8.starts(with: tagPrefix.utf8) {
            guard values.count == 1 else { throw .badAttribute("PrincipalTag") }
            tags.append((String(decoding: name.utf8.dropFirst(tagPrefix.utf8.count), as: UTF8.self), values[0]))
        }
        let transitive = assertion.attributes[SAMLAssertion.attributePrefix + "TransitiveTagKeys"] ?? []
        do {
            return try CheckedTags(tags, transitive: transitive)
        } catch {
            throw .badAttribute(error == .unknownTransitiveKey ? "TransitiveTagKeys" : "PrincipalTag")
        }
    }
}

extension SAMLAssertion {
    /// The prefix of the attributes that AWS defines.
    static let attributePrefix = "https://aws.amazon.com/SAML/Attributes/"
    /// The most roles of an assertion.
    private static let maximumRoles = 100

    /// The ARNs of the roles in the pairs that name the provider, in their order.
    ///
    /// A value of the attribute `Role` is the ARN of a role and the ARN of a provider, in either order, with a comma
    /// between them.
    package func roles(of provider: TrustedSAMLProvider) -> [String] {
        var roles: [String] = []
        for value in attributes[Self.attributePrefix + "Role"] ?? [] {
            let pair = value.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
            guard pair.count == 2, roles.count < Self.maximumRoles else { continue }
            let role = pair[1] == provider.arn ? pair[0] : pair[0] == provider.arn ? pair[1] : ""
            guard role.hasPrefix("arn:aws:iam::"), role.contains(":role/"), !roles.contains(role) else { continue }
            roles.append(role)
        }
        return roles
    }

    /// The only value of an attribute that AWS defines; `nil` if the assertion does not have it.
    /// - Throws: `badAttribute` for more than one value.
    func single(_ name: String) throws(SAMLSessionFault) -> String? {
        guard let values = attributes[Self.attributePrefix + name] else { return nil }
        guard values.count == 1 else { throw .badAttribute(name) }
        return values[0]
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

/// The reason why the attributes of a verified assertion make no session.
package enum SAMLSessionFault: Error, Sendable, Equatable {
    /// The attribute `RoleSessionName` is missing.
    case noSessionName
    /// The attribute `RoleSessionName` has a form that is not allowed.
    case badSessionName
    /// An attribute for the session has a value that is not allowed; it is named without its prefix.
    case badAttribute(String)

    /// The text for a client, as STS has it where it was observed; it contains nothing of the response.
    package var text: String {
        switch self {
        case .noSessionName: "RoleSessionName is required in AuthnResponse"
        case .badSessionName: "RoleSessionName in AuthnResponse must match [a-zA-Z_0-9+=,.@-]{2,64}"
        case .badAttribute(let name): "\(name) in AuthnResponse is not valid"
        }
    }
}
