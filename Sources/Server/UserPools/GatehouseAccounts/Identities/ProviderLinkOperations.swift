// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Links a person at an identity provider to a user: the person signs in as this user from now on.
    ///
    /// The person must not have signed in before, unless the identity was disabled since.
    package func adminLinkProviderForUser(
        _ request: AdminLinkProviderForUserRequest
    ) async throws(ServiceFault) -> AdminLinkProviderForUserResponse {
        let source = try ProviderUser(request.sourceUser, as: "SourceUser")
        let destination = try ProviderUser(request.destinationUser, as: "DestinationUser")
        guard !source.isOfPool else {
            throw .invalidParameter(
                "Invalid SourceUser: Cognito users with a username/password may not be passed in as a SourceUser, "
                    + "only as a DestinationUser")
        }
        let now = clock.now
        try await records.write { store in
            let pool = try store.existingPool(request.userPoolId)
            let provider = try store.existingIdentityProvider(source.provider, inPool: pool.id)
            let attribute = try source.identifyingAttribute(at: provider.kind, as: "SourceUser")
            let user = try store.destination(destination, in: pool)
            try pool.checkChangeable(user)
            let identity = FederatedIdentityRecord(
                key: source.key(attribute, inPool: pool.id), sub: user.sub, kind: provider.kind,
                issuer: provider.issuer, isPrimary: false, createdAt: now)
            try store.release(identity, at: now)
            let present = try store.federatedIdentities(ofUser: user.sub, inPool: pool.id)
            guard present.count < FederatedIdentityRecord.maximumPerUser else {
                throw ServiceFault(
                    .limitExceeded,
                    "A user can have at most \(FederatedIdentityRecord.maximumPerUser) linked identities.")
            }
            try store.insert(identity)
            try store.refreshIdentities(of: user, at: now)
        }
        return AdminLinkProviderForUserResponse()
    }
}

extension UserPoolWriting {
    /// Makes sure that no user has the identity of a new link: a disabled one is taken from its user.
    ///
    /// - Throws: the faults for an identity that a user has.
    fileprivate func release(_ identity: FederatedIdentityRecord, at now: Date) throws {
        guard let present = try federatedIdentity(identity.key) else { return }
        guard present.sub != identity.sub || present.isDisabled else {
            throw ServiceFault.invalidParameter("SourceUser is already linked to DestinationUser")
        }
        guard present.isDisabled else {
            guard !present.isPrimary else {
                throw ServiceFault.invalidParameter(
                    "Merging is not currently supported, provide a SourceUser that has not been signed up in order "
                        + "to link")
            }
            throw ServiceFault(.aliasExists, "SourceUser is already linked to another user.")
        }
        try deleteFederatedIdentity(present.key)
        if present.sub != identity.sub, let former = try user(present.sub, inPool: present.key.poolID) {
            try refreshIdentities(of: former, at: now)
        }
    }
}

extension UserPoolReading {
    /// Returns the user that a person is to be linked to.
    ///
    /// - Throws: `UserNotFoundException` if there is none.
    fileprivate func destination(_ destination: ProviderUser, in pool: UserPoolRecord) throws -> UserRecord {
        guard !destination.isOfPool else { return try userOfPool(named: destination.value, in: pool) }
        let key = destination.key(IdentityProviderKind.subjectAttribute, inPool: pool.id)
        guard let identity = try federatedIdentity(key), identity.isPrimary, !identity.isDisabled,
            let user = try user(identity.sub, inPool: pool.id)
        else { throw ServiceFault.noSuchUser }
        return user
    }
}

extension UserPoolRecord {
    /// Checks that sign-ins with a provider can change every attribute that a user has.
    ///
    /// - Throws: `InvalidParameterException` with an immutable one.
    fileprivate func checkChangeable(_ user: UserRecord) throws(ServiceFault) {
        for attribute in description.schemaAttributes ?? [] where attribute.mutable == false {
            guard let name = attribute.name, user.attributes[name] != nil else { continue }
            throw .invalidParameter("user.\(name): Attribute cannot be updated.")
        }
    }
}

extension RecordOperations {
    /// Removes the link between a person at an identity provider and a user, and ends the sessions of the user.
    ///
    /// A person whose own sign-in made the user cannot sign in any more until an administrator links them to a user. A
    /// user of the pool itself loses the password, and can get another one from an administrator only.
    package func adminDisableProviderForUser(
        _ request: AdminDisableProviderForUserRequest
    ) async throws(ServiceFault) -> AdminDisableProviderForUserResponse {
        let named = try ProviderUser(request.user, as: "User")
        let now = clock.now
        try await records.write { store in
            let pool = try store.existingPool(request.userPoolId)
            if named.isOfPool {
                try store.disablePassword(of: named, in: pool, at: now)
            } else {
                try store.disableIdentity(of: named, in: pool, at: now)
            }
        }
        return AdminDisableProviderForUserResponse()
    }
}

extension UserPoolWriting {
    fileprivate func disablePassword(of named: ProviderUser, in pool: UserPoolRecord, at now: Date) throws {
        guard named.attribute.map({ WireName($0) == WireName(IdentityProviderKind.subjectAttribute) }) ?? false else {
            throw ServiceFault.invalidParameter(
                "Invalid User: ProviderAttributeName must be \(IdentityProviderKind.subjectAttribute) for users of "
                    + "the user pool.")
        }
        var user = try userOfPool(named: named.value, in: pool)
        user.password = nil
        user.status = .externalProvider
        user.modifiedAt = now
        try update(user)
        try deleteCode(.passwordReset, ofUser: user.sub, inPool: pool.id)
        try endSessions(ofUser: user.sub, in: pool, at: now)
    }

    fileprivate func disableIdentity(of named: ProviderUser, in pool: UserPoolRecord, at now: Date) throws {
        let provider = try identityProvider(named.provider, inPool: pool.id)
        guard let attribute = named.attribute else { throw ServiceFault.missingParameter("User.ProviderAttributeName") }
        guard var identity = try federatedIdentity(named.key(attribute, inPool: pool.id)) else {
            guard let provider else { throw ServiceFault.noSuchIdentityProvider(named.provider) }
            _ = try named.identifyingAttribute(at: provider.kind, as: "User")
            throw ServiceFault.noSuchUser
        }
        guard identity.isPrimary else {
            try deleteFederatedIdentity(identity.key)
            if let user = try user(identity.sub, inPool: pool.id) { try refreshIdentities(of: user, at: now) }
            try endSessions(ofUser: identity.sub, in: pool, at: now)
            return
        }
        identity.isDisabled = true
        try update(identity)
        try endSessions(ofUser: identity.sub, in: pool, at: now)
    }

    /// Ends all sessions of a user: it is not stored which of them came from an identity.
    private func endSessions(ofUser sub: String, in pool: UserPoolRecord, at now: Date) throws {
        try revokeTokenFamilies(ofUser: sub, inPool: pool.id, at: now)
        try deleteBrowserSessions(ofUser: sub, inPool: pool.id)
    }
}

/// A user as a request about links names them: by a provider and a value of the provider's.
private struct ProviderUser: Sendable {
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
    fileprivate func identifyingAttribute(
        at kind: IdentityProviderKind, as member: String
    ) throws(ServiceFault) -> String {
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
    fileprivate func userOfPool(named name: String, in pool: UserPoolRecord) throws -> UserRecord {
        let user = try existingUser(name, in: pool)
        guard WireName(pool.comparable(user.username)) == WireName(pool.comparable(name)) else {
            throw ServiceFault.noSuchUser
        }
        return user
    }
}
