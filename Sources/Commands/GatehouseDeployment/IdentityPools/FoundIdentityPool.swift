// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseWire

extension OutputName {
    static let identityPoolID = "IdentityPoolId"
    static let identityPoolName = "IdentityPoolName"
}

/// The identity pool of an auth resource, as the server has it.
struct FoundIdentityPool: Sendable {
    /// The pool; `nil` if there is none.
    private(set) var pool: IdentityPool?
    /// The id that is known, of a pool that is gone.
    private(set) var lostID: String?
    /// What a person should know about the search.
    private(set) var notes: [String] = []

    /// Looks for a pool by its id, or by its name and tags: its id is unknown if the answer to its creation was lost.
    ///
    /// - Throws: the service's fault.
    init(
        of resource: ResourceName, _ wanted: WantedState, _ ids: KnownIDs, on backend: Backend
    ) async throws(ServiceFault) {
        if let id = ids[resource, OutputName.identityPoolID] {
            pool = try await backend.identityPool(id)
            if pool != nil { return }
            lostID = id
        }
        guard let settings = wanted.auth.flatMap({ IdentityPoolSettings(wanted, $0) }) else { return }
        var own: [IdentityPool] = []
        for id in try await backend.identityPools(named: settings.name) {
            guard let candidate = try await backend.identityPool(id), candidate.isOf(wanted) else { continue }
            own.append(candidate)
        }
        pool = own.min { $0.identityPoolId < $1.identityPoolId }
        if let pool, own.count > 1 {
            notes.append(
                "The server has \(own.count) identity pools \(settings.name) of this environment; "
                    + "\(pool.identityPoolId) is used.")
        }
    }
}

extension IdentityPool {
    /// Whether the pool has the tags of an environment, and is not detached.
    func isOf(_ wanted: WantedState) -> Bool {
        let tags = identityPoolTags ?? [:]
        return wanted.ownTags.allSatisfy { tags[$0.key] == $0.value } && tags[WantedState.detachedTag] == nil
    }

    /// The description as an update takes it, in which a missing member returns to its default.
    ///
    /// Descriptions say `false` for a pool that was created without `AllowClassicFlow`, and that value in an update would
    /// forbid what the pool allows.
    var forUpdate: IdentityPool {
        var pool = self
        pool.allowClassicFlow = allowClassicFlow == true ? true : nil
        return pool
    }
}

extension Backend {
    /// The most pages of a list that are read.
    private static let mostIdentityPages = 1_000

    /// An identity pool; `nil` if there is none with the id.
    ///
    /// - Throws: the service's fault.
    func identityPool(_ id: String) async throws(ServiceFault) -> IdentityPool? {
        do throws(ServiceFault) {
            return try await identityPools.describeIdentityPool(DescribeIdentityPoolInput(identityPoolId: id))
        } catch {
            guard error.code == .resourceNotFound else { throw error }
            return nil
        }
    }

    /// The ids of the identity pools with a name.
    ///
    /// - Throws: the service's fault.
    fileprivate func identityPools(named name: String) async throws(ServiceFault) -> [String] {
        var ids: [String] = []
        var token: String?
        for _ in 0..<Self.mostIdentityPages {
            let page = try await identityPools.listIdentityPools(
                ListIdentityPoolsInput(maxResults: Self.pageSize, nextToken: token))
            ids += (page.identityPools ?? []).filter { $0.identityPoolName == name }.compactMap(\.identityPoolId)
            token = page.nextToken
            if token == nil { break }
        }
        return ids
    }

    /// How many identities an identity pool has.
    ///
    /// - Throws: the service's fault.
    func identities(ofPool id: String) async throws(ServiceFault) -> Tally {
        var count = 0
        var token: String?
        for _ in 0..<Self.mostIdentityPages {
            let page = try await identityPools.listIdentities(
                ListIdentitiesInput(identityPoolId: id, maxResults: Self.pageSize, nextToken: token))
            count += page.identities?.count ?? 0
            token = page.nextToken
            if token == nil { break }
        }
        return Tally(number: count, isComplete: token == nil)
    }
}
