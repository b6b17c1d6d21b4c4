// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehouseUserPoolModel
package import GatehouseWire

/// A person after the authentication at an identity provider of a pool: what a verified response says.
package struct FederatedPerson: Sendable, CustomStringConvertible, CustomReflectable {
    /// The provider that authenticated the person.
    package let provider: IdentityProviderRecord
    /// The provider's own id of the person.
    package let subject: String
    /// The claims that the provider has signed, or answered itself.
    package let claims: [WireName: WireValue]
    /// Claims that came through the browser: they are mapped, but do not identify the person.
    package let spoken: [WireName: WireValue]
    /// The provider's tokens under the names that a mapping has for them.
    package let tokens: [WireName: WireValue]
    /// What the InboundFederation trigger receives of the provider's answers.
    package let document: WireValue
    /// The provider's session in the form in which a browser's session stores it; `nil` if the provider has none that
    /// can be ended.
    package let session: String?

    /// Describes a person.
    package init(
        provider: IdentityProviderRecord, subject: String, claims: [WireName: WireValue],
        spoken: [WireName: WireValue] = [:], tokens: [WireName: WireValue] = [:], document: WireValue,
        session: String? = nil
    ) {
        self.provider = provider
        self.subject = subject
        self.claims = claims
        self.spoken = spoken
        self.tokens = tokens
        self.document = document
        self.session = session
    }

    /// Has the provider; never the person.
    package var description: String { "FederatedPerson(\(provider.name))" }
    package var customMirror: Mirror { Mirror(self, children: ["provider": provider.name]) }
}

extension FederatedPerson {
    /// The longest user name, in characters, as operations accept it.
    private static let maximumName = 128

    /// Returns the user name that a new user of this person gets.
    ///
    /// Two persons can have the same name, for example if their ids differ in case only. The second one gets no user.
    /// - Throws: `InvalidParameterException` for an id that no user name can contain.
    func username(in pool: UserPoolRecord) throws(ServiceFault) -> String {
        let name = "\(provider.name)_\(subject)"
        guard name.unicodeScalars.count <= Self.maximumName, name.unicodeScalars.allSatisfy(Self.isInName) else {
            throw .invalidParameter("The provider's id of the user cannot be a part of a user name.")
        }
        return pool.comparable(name)
    }

    /// Whether a character is a letter, a mark, a symbol, a number or punctuation.
    private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .surrogate, .privateUse,
            .unassigned:
            false
        default: true
        }
    }

    /// The key of the person by the provider's own id.
    func subjectKey(in pool: UserPoolRecord) -> FederatedIdentityRecord.Key {
        key(IdentityProviderKind.subjectAttribute, subject, in: pool)
    }

    /// The keys by which an administrator can have linked the person, besides the provider's own id.
    ///
    /// Only claims of the provider itself count: neither what the browser or a trigger says, nor an attribute in the
    /// pool. Addresses and numbers of OpenID Connect count where the provider has verified them, since people set them.
    func linkableKeys(in pool: UserPoolRecord) -> [FederatedIdentityRecord.Key] {
        guard provider.kind.fixedName == nil else { return [] }
        return claims.compactMap { claim, value in
            // A claim with the name of the id would be the id of another person.
            guard claim != WireName(IdentityProviderKind.subjectAttribute), isVerified(claim),
                claim.text.utf8.count <= FederatedIdentityRecord.maximumAttribute,
                let text = Self.single(value), text.utf8.count <= FederatedIdentityRecord.maximumValue, !text.isEmpty,
                !text.utf8.contains(0), !claim.text.utf8.contains(0)
            else { return nil }
            return key(claim.text, text, in: pool)
        }
    }

    private func isVerified(_ claim: WireName) -> Bool {
        guard provider.kind == .oidc, claim == "email" || claim == "phone_number" else { return true }
        let flag = claims[claim.text + "_verified"]
        return flag?.boolValue == true || flag?.stringValue == "true"
    }

    /// The text of a claim with one value.
    private static func single(_ value: WireValue) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .array(let values) where values.count == 1: values[0].stringValue
        case .array, .null, .bool, .double, .object: nil
        }
    }

    private func key(
        _ attribute: String, _ value: String, in pool: UserPoolRecord
    ) -> FederatedIdentityRecord.Key {
        FederatedIdentityRecord.Key(
            poolID: pool.id, provider: provider.name, attribute: attribute, value: value)
    }
}
