// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseCrypto
import GatehouseIdentityPoolModel
import GatehouseWire

extension IdentityPoolsService {
    /// The identity that owns verified logins, after linking and merging where necessary.
    ///
    /// Usually nothing changes, so the method first only reads. Otherwise it repeats the decision in a write
    /// transaction and applies it; the store links a login to one identity only, so that concurrent first sign-ins get
    /// the same identity.
    func settle(
        _ proven: [ProvenLogin], developer: DeveloperProof = .none, identityID: String?, in pool: IdentityPoolRecord
    ) async throws(ServiceFault) -> IdentityRecord {
        try await settle(proven, developer: developer, identityID: identityID, in: pool) { _ in }.identity
    }

    /// The identity that owns verified logins, and what `more` reads from the registry in the same transaction.
    func settle<More: Sendable>(
        _ proven: [ProvenLogin], developer: DeveloperProof = .none, identityID: String?, in pool: IdentityPoolRecord,
        reading more: @escaping @Sendable (any AccessReading) throws -> More
    ) async throws(ServiceFault) -> (identity: IdentityRecord, more: More) {
        let request = SettlingRequest(
            pool: pool, identityID: identityID, logins: proven.map(\.login) + developer.logins, developer: developer,
            now: pools.clock.now, newID: newIdentityID(in: pool)
        )
        let kept: (IdentityRecord, More)? = try await read { store in
            guard case .keep(let identity) = try request.decision(store) else { return nil }
            return (identity, try more(store.registry))
        }
        if let kept { return kept }
        return try await write { store in (try request.settle(store), try more(store.registry)) }
    }

    /// A new random id.
    func newIdentityID(in pool: IdentityPoolRecord) -> String {
        "\(pool.region):\(pools.entropy.uuid())"
    }
}

/// The part of a developer's login in a call.
enum DeveloperProof: Sendable {
    case none
    /// The developer's server registers the user, for the named identity if there is one.
    case registration(LinkedLogin)
    /// The app has an identity token for the user; it proves nothing once the user was unlinked.
    case token(LinkedLogin)

    fileprivate var logins: [LinkedLogin] {
        switch self {
        case .none: []
        case .registration(let login), .token(let login): [login]
        }
    }

    /// Checks the named identity before anything is linked.
    /// - Throws: `DeveloperUserAlreadyRegisteredException` when another identity has the user;
    ///   `NotAuthorizedException` for a token whose user the named identity does not have any more.
    fileprivate func check(_ named: IdentityRecord?, holders: [IdentityRecord]) throws(ServiceFault) {
        guard let named else { return }
        switch self {
        case .none: break
        case .registration(let login):
            guard !holders.contains(where: { $0.id != named.id && $0.logins.contains(login) }) else {
                throw .developerUserRegistered
            }
        case .token(let login):
            guard named.logins.contains(login) else { throw .loginsDoNotMatch }
        }
    }
}

/// The input of the transaction that links and merges.
private struct SettlingRequest: Sendable {
    let pool: IdentityPoolRecord
    let identityID: String?
    let logins: [LinkedLogin]
    let developer: DeveloperProof
    let now: Date
    let newID: String

    func decision(_ store: some IdentityPoolReading) throws -> IdentityLinking.Decision {
        let named = try identityID.map { id in
            let identity = try store.existingIdentity(id, inPool: pool.id)
            guard identity.state != .disabled else { throw ServiceFault.forbidden(identity: id) }
            return identity
        }
        let holders = try logins.compactMap { try store.identity(holding: $0, inPool: pool.id) }
        try developer.check(named, holders: holders)
        return try IdentityLinking(
            named: named, logins: logins, holders: holders, developerProvider: pool.description.developerProviderName
        ).decision()
    }

    func settle(_ store: some IdentityPoolWriting) throws -> IdentityRecord {
        switch try decision(store) {
        case .keep(let identity):
            return identity
        case .create(let logins):
            // The pool may have been deleted since it was read.
            _ = try store.existingPool(pool.id)
            let identity = IdentityRecord(
                id: newID, poolID: pool.id, state: .authenticated, logins: logins, createdAt: now, modifiedAt: now
            )
            try store.insert(identity)
            return identity
        case .settle(let survivor, let losers):
            // The disabled identities release their logins before the survivor takes them.
            for loser in losers { try store.update(changed(loser)) }
            let identity = changed(survivor)
            try store.update(identity)
            return identity
        }
    }

    private func changed(_ identity: IdentityRecord) -> IdentityRecord {
        var identity = identity
        identity.modifiedAt = now
        identity.unusedSince = nil
        return identity
    }
}
