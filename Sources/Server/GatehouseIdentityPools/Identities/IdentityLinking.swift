// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseIdentityPoolModel
import GatehouseWire

/// Decides which identity owns verified logins: an existing one, a merge of several, or a new one.
///
/// It does no I/O; the caller provides the identities that hold the logins.
///
/// ```
///            first login                    lost a merge
///   guest ───────────────▶ authenticated ───────────────▶ disabled
///     └───────────────────────lost a merge───────────────────▲
/// ```
struct IdentityLinking: Sendable {
    /// The service's quota "linked logins per identity".
    static let maximumLogins = 20

    enum Decision: Sendable, Equatable {
        /// No identity holds a login, and the call names none.
        case create([LinkedLogin])
        /// The identity holds all of the logins.
        case keep(IdentityRecord)
        /// The identity gets all logins, including the logins of the disabled identities.
        case settle(IdentityRecord, disabling: [IdentityRecord])
    }

    /// The identity in the request: a guest or authenticated.
    let named: IdentityRecord?
    /// The verified logins, at least one.
    let logins: [LinkedLogin]
    /// The identities that hold one of the logins, in any order.
    let holders: [IdentityRecord]
    /// The only provider that may have several subjects on one identity.
    let developerProvider: String?

    /// The decision.
    /// - Throws: `NotAuthorizedException` when no login belongs to the named identity, `ResourceConflictException`
    ///   when an identity would have two subjects of one provider.
    func decision() throws(ServiceFault) -> Decision {
        if let named, named.state == .authenticated, Set(named.logins).isDisjoint(with: logins) {
            throw .loginsDoNotMatch
        }
        let union = try unionOfLogins()
        guard let survivor = oldestHolder ?? named else { return .create(union) }
        let losers = parties.filter { $0.id != survivor.id }
        if losers.isEmpty && survivor.logins.count == union.count { return .keep(survivor) }
        var settled = survivor
        settled.state = .authenticated
        settled.logins = union
        return .settle(settled, disabling: losers.map(Self.disabled))
    }

    /// The identities after all of them were merged into one of them: the disabled ones first, then that one.
    /// - Throws: `ResourceConflictException` when it would have two subjects of one provider,
    ///   `InvalidParameterException` for too many logins.
    func merging(into survivor: IdentityRecord, at now: Date) throws(ServiceFault) -> [IdentityRecord] {
        var settled = survivor
        settled.state = .authenticated
        settled.logins = try unionOfLogins()
        return (parties.filter { $0.id != survivor.id }.map(Self.disabled) + [settled]).map { identity in
            var identity = identity
            identity.modifiedAt = now
            return identity
        }
    }

    /// The holders and the named identity, without duplicates.
    private var parties: [IdentityRecord] {
        var seen: Set<String> = []
        return (holders + (named.map { [$0] } ?? [])).filter { seen.insert($0.id).inserted }
    }

    /// Guests hold no logins, so every holder is authenticated.
    private var oldestHolder: IdentityRecord? {
        holders.min { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    private func unionOfLogins() throws(ServiceFault) -> [LinkedLogin] {
        var seen: Set<LinkedLogin> = []
        let union = (parties.flatMap(\.logins) + logins).filter { seen.insert($0).inserted }
        let providers = union.map(\.provider).filter { $0 != developerProvider }
        guard Set(providers).count == providers.count else { throw .loginLinkedElsewhere }
        guard union.count <= Self.maximumLogins else { throw .tooManyLogins }
        return union
    }

    private static func disabled(_ identity: IdentityRecord) -> IdentityRecord {
        var identity = identity
        identity.state = .disabled
        identity.logins = []
        return identity
    }
}
