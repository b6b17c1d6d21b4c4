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
