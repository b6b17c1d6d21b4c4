// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
package import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
package import GatehouseWire

/// The result of a sign-in with an identity provider.
package struct FederatedSignIn: Sendable {
    /// The user, with the attributes of this sign-in.
    package let user: UserRecord
    /// The id of the sign-in's event.
    package let eventID: String
    /// The time of the sign-in.
    package let authTime: Date
    /// Whether this sign-in has created the user.
    package let isFirst: Bool
}

extension UserPoolsService {
    /// Signs in a person after the authentication at an identity provider, as the user of this person; the first
    /// sign-in creates the user.
    ///
    /// The user is found by the pool, the provider and the provider's own id of the person, or by a claim that an
    /// administrator has linked; user names and addresses have no part in it. Triggers run in the service's order:
    /// InboundFederation, then PreSignUp and PostConfirmation for a new user, else PreAuthentication and
    /// PostAuthentication.
    ///
    /// - Throws: the fault of a trigger; `InvalidParameterException` for attributes that cannot be mapped;
    ///   `NotAuthorizedException` for a user or an identity that is disabled; `UsernameExistsException` if another user
    ///   has the name that a new one would get.
    package func signIn(
        _ person: FederatedPerson, clientID: String
    ) async throws(ServiceFault) -> FederatedSignIn {
        let (client, pool) = try await records.read { try $0.existingClient(clientID) }
        guard pool.id == person.provider.poolID else { throw .noSuchIdentityProvider(person.provider.name) }
        let replaced = try await pools.triggers.inboundFederation(
            of: TriggerSubject(userName: try person.username(in: pool), attributes: [:], in: pool, by: client),
            from: person.provider, document: person.document)
        let claims = replaced ?? person.spoken.merging(person.claims) { $1 }
        let mapped = MappedAttributes(
            claims: claims.merging(person.tokens) { $1 }, mapping: person.provider.attributeMapping, client: client,
            pool: pool)
        if let user = try await records.read({ try $0.user(of: person, in: pool) }) {
            return try await returning(user, as: person, mapped, by: client, in: pool)
        }
        return try await first(person, mapped, by: client, in: pool)
    }

    /// Signs in a person who has a user.
    private func returning(
        _ former: UserRecord, as person: FederatedPerson, _ mapped: MappedAttributes, by client: AppClientRecord,
        in pool: UserPoolRecord
    ) async throws(ServiceFault) -> FederatedSignIn {
        guard former.isEnabled else { throw .disabledUser }
        try await pools.triggers.preAuthentication(
            of: former, named: former.username, in: pool, by: client, validationData: nil)
        let now = pools.clock.now
        let eventID = pools.newID()
        let origin = origin(.app(nil), by: client)
        let user = try await records.write { store in
            // A trigger, or another call, may have changed the user or the link in the meantime.
            guard let present = try store.user(of: person, in: pool), present.sub == former.sub, present.isEnabled
            else { throw ServiceFault.disabledUser }
            let user = try store.save(mapped, of: present, in: pool, at: now)
            try pools.events.begin(.signIn, of: user, in: pool, from: origin, id: eventID)?.save(.pass, in: store)
            return user
        }
        do {
            try await pools.triggers.postAuthentication(of: user, in: pool, by: client, metadata: nil)
        } catch {
            try await records.write { try $0.concludeEvent(eventID, .fail, of: user) }
            throw error
        }
        return FederatedSignIn(user: user, eventID: eventID, authTime: now, isFirst: false)
    }

    /// Creates the user of a person at the first sign-in.
    private func first(
        _ person: FederatedPerson, _ mapped: MappedAttributes, by client: AppClientRecord, in pool: UserPoolRecord
    ) async throws(ServiceFault) -> FederatedSignIn {
        let name = try person.username(in: pool)
        let attributes = try mapped.ofNewUser()
        let trigger = try await pools.triggers.preSignUp(
            .externalProvider, of: TriggerSubject(userName: name, attributes: attributes, in: pool, by: client),
            validationData: nil, metadata: nil)
        let now = pools.clock.now
        var user = UserRecord(
            sub: pools.entropy.uuid(), poolID: pool.id, username: name, status: .externalProvider,
            attributes: attributes, password: nil, createdAt: now, modifiedAt: now)
        try trigger.apply(to: &user)
        user.status = .externalProvider
        let eventID = pools.newID()
        let origin = origin(.app(nil), by: client)
        let (created, isNew) = try await records.write { [user] store in
            // Two requests of one person at once create one user.
            let present = try store.ownUser(of: person, in: pool)
            let user = if let present { present } else { try store.insert(user, of: person, in: pool, at: now) }
            try pools.events.begin(.signIn, of: user, in: pool, from: origin, id: eventID)?.save(.pass, in: store)
            return (user, present == nil)
        }
        if isNew {
            try await pools.triggers.postConfirmation(.confirmSignUp, of: created, in: pool, by: client, metadata: nil)
        }
        return FederatedSignIn(user: created, eventID: eventID, authTime: now, isFirst: isNew)
    }
}
