// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseWire

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
