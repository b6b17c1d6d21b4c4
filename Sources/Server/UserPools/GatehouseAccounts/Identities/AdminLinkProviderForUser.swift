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
    /// Makes sure that no user has an identity that is to be linked: a disabled one is taken from its user.
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
