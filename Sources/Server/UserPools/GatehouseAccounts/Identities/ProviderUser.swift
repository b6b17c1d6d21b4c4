// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

/// A user as a request about links names them: by a provider and a value of the provider's.
struct ProviderUser: Sendable {
    /// The name of the provider; `Cognito` for users of the pool itself.
    let provider: String
    /// The claim, or `Cognito_Subject`; `nil` if the request has none.
    let attribute: String?
    let value: String

    /// Reads a member of a request.
    ///
    /// - Throws: `InvalidParameterException` for a member without a provider or a value.
    init(_ user: ProviderUserIdentifierType, as member: String) throws(ServiceFault) {
        guard let provider = user.providerName else { throw .missingParameter("\(member).ProviderName") }
        guard let value = user.providerAttributeValue, !value.isEmpty else {
            throw .missingParameter("\(member).ProviderAttributeValue")
        }
        self.provider = provider
        self.value = value
        attribute = user.providerAttributeName.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether the user is one of the pool itself.
    var isOfPool: Bool { IdentityProviderKind.isUserPool(provider) }

    /// The key of the person's identity by a claim.
    func key(_ attribute: String, inPool poolID: String) -> FederatedIdentityRecord.Key {
        FederatedIdentityRecord.Key(poolID: poolID, provider: provider, attribute: attribute, value: value)
    }

    /// Returns the claim that identifies the person at a provider.
    ///
    /// - Throws: `InvalidParameterException` for another claim than the provider's own id where there is no other, and
    ///   for a claim or a value that is too long.
    func identifyingAttribute(at kind: IdentityProviderKind, as member: String) throws(ServiceFault) -> String {
        guard let attribute else { throw .missingParameter("\(member).ProviderAttributeName") }
        let isSubject = WireName(attribute) == WireName(IdentityProviderKind.subjectAttribute)
        guard isSubject || kind.fixedName == nil else {
            throw .invalidParameter(
                "Invalid \(member): ProviderAttributeName must be \(IdentityProviderKind.subjectAttribute) for "
                    + "social identity providers.")
        }
        guard attribute.utf8.count <= FederatedIdentityRecord.maximumAttribute,
            value.utf8.count <= FederatedIdentityRecord.maximumValue, !attribute.utf8.contains(0),
            !value.utf8.contains(0)
        else { throw .invalidParameter("Invalid \(member): the attribute or its value is too long.") }
        return attribute
    }
}

extension UserPoolReading {
    /// Returns the user with a stored user name.
    ///
    /// An alias is not enough: its owner can change between the decision of an administrator and the call.
    /// - Throws: `UserNotFoundException` if there is none.
    func userOfPool(named name: String, in pool: UserPoolRecord) throws -> UserRecord {
        let user = try existingUser(name, in: pool)
        guard WireName(pool.comparable(user.username)) == WireName(pool.comparable(name)) else {
            throw ServiceFault.noSuchUser
        }
        return user
    }
}
