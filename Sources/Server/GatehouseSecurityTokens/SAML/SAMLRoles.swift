// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseFederation

extension SAMLAssertion {
    /// The prefix of the attributes that AWS defines.
    static let attributePrefix = "https://aws.amazon.com/SAML/Attributes/"
    /// The most roles of an assertion.
    private static let maximumRoles = 100

    /// The ARNs of the roles that the assertion grants, of those pairs that name the provider; in their order.
    ///
    /// A value of the attribute `Role` is the ARN of a role and that of a provider, in either order, with a comma between
    /// them.
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
