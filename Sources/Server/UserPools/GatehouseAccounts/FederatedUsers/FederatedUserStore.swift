// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

extension UserPoolReading {
    /// Returns the user that a person signs in as; `nil` before the first sign-in.
    ///
    /// The provider's own id comes first. A disabled identity does not count beside a link by a claim.
    /// - Throws: `NotAuthorizedException` for an identity that is disabled, and for claims that are linked to different
    ///   users.
    func user(of person: FederatedPerson, in pool: UserPoolRecord) throws -> UserRecord? {
        let own = try federatedIdentity(person.subjectKey(in: pool))
        if let own, !own.isDisabled { return try existing(own) }
        var linked: FederatedIdentityRecord?
        for key in person.linkableKeys(in: pool) {
            guard let identity = try federatedIdentity(key), !identity.isDisabled else { continue }
            guard linked.map({ $0.sub == identity.sub }) ?? true else { throw ServiceFault.ambiguousLinks }
            linked = identity
        }
        if let linked { return try existing(linked) }
        guard own == nil else { throw ServiceFault.disabledUser }
        return nil
    }

    /// Returns the user that a sign-in of this person has created; `nil` if there is none that may sign in.
    func ownUser(of person: FederatedPerson, in pool: UserPoolRecord) throws -> UserRecord? {
        guard let own = try federatedIdentity(person.subjectKey(in: pool)), own.isPrimary, !own.isDisabled else {
            return nil
        }
        let user = try existing(own)
        guard user.isEnabled else { throw ServiceFault.disabledUser }
        return user
    }

    private func existing(_ identity: FederatedIdentityRecord) throws -> UserRecord {
        guard let user = try user(identity.sub, inPool: identity.key.poolID) else { throw ServiceFault.noSuchUser }
        return user
    }
}

extension UserPoolReading {
    /// Checks that a user has not selected a name in the form of a provider's users.
    ///
    /// Such a name would block the first sign-in of a person at the provider, and look like that person in an app.
    /// - Throws: `InvalidParameterException` for a name that begins with the name of a provider of the pool and `_`, in
    ///   any case and width, and with any marks, some of which are invisible.
    func checkBelongsToNoProvider(_ username: String, in pool: UserPoolRecord) throws {
        let name = username.plainScalars
        guard name.contains("_") else { return }
        let providers = try identityProviders(
            inPool: pool.id, after: nil, limit: IdentityProviderRecord.maximumPerPool)
        guard !providers.contains(where: { name.starts(with: ($0.name + "_").plainScalars) }) else {
            throw ServiceFault.invalidParameter(
                "Username cannot begin with the name of an identity provider of the user pool.")
        }
    }
}

extension String {
    /// The text in lower case without marks, invisible letters and forms of compatibility, for a comparison with what looks
    /// alike.
    fileprivate var plainScalars: [Unicode.Scalar] {
        let marks: Set<Unicode.GeneralCategory> = [.nonspacingMark, .spacingMark, .enclosingMark]
        return decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars.filter {
            // The blank pattern of Braille is a symbol, and shows nothing.
            !marks.contains($0.properties.generalCategory) && !$0.properties.isDefaultIgnorableCodePoint
                && $0.value != 0x2800
        }
    }
}

extension UserPoolWriting {
    /// Saves the attributes of a sign-in.
    ///
    /// - Returns: the user with them.
    /// - Throws: `AliasExistsException` if a new value is the name of another user, who keeps it.
    func save(
        _ mapped: MappedAttributes, of present: UserRecord, in pool: UserPoolRecord, at now: Date
    ) throws -> UserRecord {
        var user = present
        user.attributes = try mapped.applied(to: present.attributes)
        guard user.attributes != present.attributes else { return present }
        user.modifiedAt = now
        try update(user)
        if UserNames.active(for: user, in: pool) != UserNames.active(for: present, in: pool) {
            try claimNames(of: user, in: pool)
        }
        return user
    }

    /// Adds the user of a person with the identity, and to the provider's group.
    ///
    /// - Returns: the user with the attribute `identities`.
    /// - Throws: `UsernameExistsException` if another user has the name, or if the person got a user in the meantime.
    func insert(
        _ new: UserRecord, of person: FederatedPerson, in pool: UserPoolRecord, at now: Date
    ) throws -> UserRecord {
        guard try user(of: person, in: pool) == nil else { throw ServiceFault.takenName(new.username) }
        let identity = FederatedIdentityRecord(
            key: person.subjectKey(in: pool), sub: new.sub, kind: person.provider.kind,
            issuer: person.provider.issuer, isPrimary: true, createdAt: now)
        var user = new
        user.attributes[IdentitiesAttribute.name] = IdentitiesAttribute.value(of: [identity])
        do {
            try insert(user, names: UserNames.fromTheStart(for: user, in: pool))
        } catch StoreConflict.taken {
            throw ServiceFault.takenName(user.username)
        }
        try insert(identity)
        try join(user, providerOf: person, at: now)
        return user
    }

    /// Adds a new user to the group of the provider, which the first user creates.
    private func join(_ user: UserRecord, providerOf person: FederatedPerson, at now: Date) throws {
        let name = "\(user.poolID)_\(person.provider.name)"
        if try group(name, inPool: user.poolID) == nil {
            guard try !hasGroups(GroupRecord.maximumPerPool, inPool: user.poolID) else {
                throw ServiceFault(
                    .limitExceeded, "A user pool can have at most \(GroupRecord.maximumPerPool) groups.")
            }
            try insert(
                GroupRecord(
                    poolID: user.poolID, name: name,
                    description: "Autogenerated group for users who sign in using \(person.provider.name)",
                    createdAt: now, modifiedAt: now))
        }
        try addUser(user.sub, toGroup: name, inPool: user.poolID)
    }
}

extension ServiceFault {
    /// Returns the fault for a person whose user name another user has; the text is the service's.
    fileprivate static func takenName(_ name: String) -> ServiceFault {
        ServiceFault(.usernameExists, "Already found an entry for username \(name)")
    }

    /// The fault for a person whose claims administrators have linked to different users.
    static let ambiguousLinks = ServiceFault(
        .notAuthorized, "The claims of the user are linked to more than one user.")
}
