// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseWire

/// A person at an identity provider, and the user that this person signs in as.
///
/// It is found by pool, provider, attribute and value, which are compared by bytes; user names have no part in it.
package struct FederatedIdentityRecord: Sendable, Equatable {
    /// The maximum number of identities of a user.
    package static let maximumPerUser = 5
    /// The maximum length of a value, in bytes, so that every database can index it.
    package static let maximumValue = 1_024
    /// The maximum length of an attribute's name, in bytes.
    package static let maximumAttribute = 256

    /// What identifies a person at a provider.
    package struct Key: Sendable, Equatable {
        /// The id of the user pool.
        package let poolID: String
        /// The name of the provider.
        package let provider: String
        /// The claim, or `Cognito_Subject` for the provider's own id of the person.
        package let attribute: String
        /// The value of the claim.
        package let value: String

        /// Creates a key from its parts.
        package init(poolID: String, provider: String, attribute: String, value: String) {
            self.poolID = poolID
            self.provider = provider
            self.attribute = attribute
            self.value = value
        }
    }

    package let key: Key
    /// The `sub` of the user.
    package let sub: String
    package let kind: IdentityProviderKind
    /// The entity id of a SAML provider; `nil` for other types.
    package let issuer: String?
    /// Whether the user was created by a sign-in of this person; otherwise an administrator has linked the two.
    package let isPrimary: Bool
    /// Whether the person may not sign in until an administrator links them to another user.
    package var isDisabled: Bool
    /// The time of the first sign-in or of the link.
    package let createdAt: Date

    /// Creates the record of an identity.
    package init(
        key: Key, sub: String, kind: IdentityProviderKind, issuer: String?, isPrimary: Bool,
        isDisabled: Bool = false, createdAt: Date
    ) {
        self.key = key
        self.sub = sub
        self.kind = kind
        self.issuer = issuer
        self.isPrimary = isPrimary
        self.isDisabled = isDisabled
        self.createdAt = createdAt
    }
}

/// The attribute `identities` of a user: a JSON array with the identities that the user has at providers.
package enum IdentitiesAttribute {
    /// The name of the attribute.
    package static let name = "identities"

    /// Returns the attribute's value; `nil` for a user without identities.
    package static func value(of identities: [FederatedIdentityRecord]) -> String? {
        guard !identities.isEmpty else { return nil }
        let entries = identities.map { identity in
            WireValue.object([
                "userId": .string(identity.key.value),
                "providerName": .string(identity.key.provider),
                "providerType": .string(identity.kind.rawValue),
                "issuer": identity.issuer.map(WireValue.string) ?? .null,
                "primary": .bool(identity.isPrimary),
                "dateCreated": .integer(Int64((identity.createdAt.timeIntervalSince1970 * 1_000).rounded())),
            ])
        }
        return String(decoding: WireValue.array(entries).jsonBytes(), as: UTF8.self)
    }

    /// Returns the claim of ID tokens: the same entries, with texts in place of numbers and truth values.
    ///
    /// Another value becomes a text.
    package static func claim(_ value: String) -> WireValue {
        guard let entries = try? WireValue(json: Array(value.utf8)).arrayValue else { return .string(value) }
        return .array(
            entries.map { entry in
                guard let members = entry.objectValue else { return entry }
                return .object(members.mapValues(text))
            })
    }

    private static func text(_ value: WireValue) -> WireValue {
        switch value {
        case .bool(let isTrue): .string(isTrue ? "true" : "false")
        case .integer(let number): .string(String(number))
        default: value
        }
    }
}

extension UserPoolWriting {
    /// Writes the attribute `identities` of a user as the stored identities demand.
    package func refreshIdentities(of user: UserRecord, at now: Date) throws {
        var user = user
        user.attributes[IdentitiesAttribute.name] = IdentitiesAttribute.value(
            of: try federatedIdentities(ofUser: user.sub, inPool: user.poolID))
        user.modifiedAt = now
        try update(user)
    }
}
