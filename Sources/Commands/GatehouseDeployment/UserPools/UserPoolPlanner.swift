// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseProject
package import GatehouseWire

/// Compares the user pool of the server, its clients, providers, domain and triggers with what a project wants.
///
/// The groups have a planner and a row of their own: `GroupPlanner`.
package enum UserPoolPlanner {
    /// Reads the user pool, and plans what is to change.
    ///
    /// - Parameters:
    ///   - wanted: what the project wants.
    ///   - ids: the ids that are known.
    ///   - backend: the server.
    /// - Returns: the differences and the steps; nothing for a project without a user pool of its own.
    /// - Throws: `ServiceFault` of a call that failed.
    package static func parts(
        _ wanted: WantedState, _ ids: KnownIDs, on backend: Backend
    ) async throws(ServiceFault) -> PlanParts {
        guard let pool = WantedUserPool(wanted) else { return PlanParts(ids: ids) }
        var comparison = Comparison(wanted: pool, backend: backend, parts: PlanParts(ids: ids))
        let finding = try await pool.find(ids, on: backend)
        comparison.parts.notes = finding.notes
        comparison.parts.obstacles = pool.contradictions
        if finding.isGone {
            comparison.parts.exists = true
            comparison.parts.obstacles.append(gone(pool, ids))
            comparison.parts.differences = [Difference(member: "UserPool", old: nil, new: pool.name)]
            return comparison.parts
        }
        if finding.isForeign {
            comparison.parts.exists = true
            let id = ids[pool.resource, OutputName.userPoolID] ?? ""
            comparison.parts.obstacles.append(wanted.foreignObstacle("user pool", id))
            return comparison.parts
        }
        if let found = finding.pool {
            if found.id != ids[pool.resource, OutputName.userPoolID] {
                // What is known is of another pool.
                comparison.parts.ids.forgetUserPool(of: pool.resource)
            }
            try await comparison.compare(found)
        } else {
            // An id that is known is of a pool that is gone or another's, and the person wants a new one.
            comparison.parts.ids.forgetUserPool(of: pool.resource)
            try await comparison.planNewPool()
        }
        return comparison.parts
    }

    private static func gone(_ pool: WantedUserPool, _ ids: KnownIDs) -> Obstacle {
        let id = ids[pool.resource, OutputName.userPoolID] ?? ""
        return Obstacle(
            text: "The user pool \(pool.name), \(id), was deleted on the server.",
            cure: "Take another one: amplify remove auth and amplify import auth. Or make a new one without users: "
                + "amplify push --force.")
    }
}

/// The comparison of a user pool with what a project wants of it.
private struct Comparison {
    let wanted: WantedUserPool
    let backend: Backend
    var parts: PlanParts

    private var resource: ResourceName { wanted.resource }

    private mutating func add(_ stage: Stage, _ step: any DeploymentStep) {
        parts.steps.append((stage, step))
    }

    // MARK: - A new pool

    mutating func planNewPool() async throws(ServiceFault) {
        add(.userPool, UserPoolStep(wanted: wanted, isNew: true))
        if !wanted.auth.triggers.isEmpty { add(.triggers, TriggersStep(wanted: wanted)) }
        for provider in WantedProvider.all(of: wanted) {
            if let obstacle = provider.obstacle(nil) { parts.obstacles.append(obstacle) }
            add(.providers, ProviderStep(pool: wanted, wanted: provider, isNew: true))
        }
        if wanted.domain != nil {
            try await checkDomain(of: nil)
            add(.domain, DomainStep(wanted: wanted))
        }
        for kind in WantedClient.Kind.allCases {
            add(.clients, ClientStep(wanted: WantedClient(pool: wanted, kind: kind), isNew: true))
        }
    }

    // MARK: - A pool that exists

    mutating func compare(_ pool: UserPoolType) async throws(ServiceFault) {
        parts.exists = true
        wanted.record(pool, in: &parts.ids)
        parts.obstacles += wanted.obstacles(pool)
        try await comparePool(pool)
        try await compareProviders(pool)
        try await compareDomain(pool)
        try await compareClients(pool)
    }

    private mutating func comparePool(_ pool: UserPoolType) async throws(ServiceFault) {
        let present = WantedUserPool.settings(of: pool)
        var differences = wanted.stated(of: pool).differences(from: present, of: "UserPool")
        var factors: GetUserPoolMfaConfigResponse?
        if wanted.statesFactors {
            factors = try await backend.userPools.getUserPoolMfaConfig(
                GetUserPoolMfaConfigRequest(userPoolId: pool.id ?? ""))
        }
        differences += wanted.factorDifferences(pool, factors)
        if !differences.isEmpty { add(.userPool, UserPoolStep(wanted: wanted, isNew: false)) }
        let triggers = wanted.statedTriggers(of: pool).differences(from: present, of: "UserPool")
        if !triggers.isEmpty { add(.triggers, TriggersStep(wanted: wanted)) }
        parts.differences += differences + triggers
        if let factors { try await notePasskeyLoss(pool, factors) }
    }

    /// Passkeys are bound to the domain of their relying party.
    private mutating func notePasskeyLoss(
        _ pool: UserPoolType, _ found: GetUserPoolMfaConfigResponse
    ) async throws(ServiceFault) {
        let present = found.webAuthnConfiguration?.relyingPartyId ?? pool.customDomain
        let hadPasskeys = pool.policies?.signInPolicy?.allowedFirstAuthFactors?.contains(.webAuthn) == true
        guard hadPasskeys, let new = wanted.auth.passwordless?.relyingPartyID, new != present else { return }
        let users = try await backend.usersWithPasskeys(inPool: pool.id ?? "")
        guard users.number > 0 || !users.isComplete else { return }
        let domain = present ?? "the server's own domain"
        parts.losses.append(
            Loss(
                resource: wanted.name,
                text: "The passkeys of \(users.text("user")) are bound to \(domain), and do not work for \(new).",
                count: users.number))
    }

    // MARK: - Providers

    private mutating func compareProviders(_ pool: UserPoolType) async throws(ServiceFault) {
        let id = pool.id ?? ""
        let all = WantedProvider.all(of: wanted)
        for provider in all {
            let found = try await backend.identityProvider(provider.name, inPool: id)
            if let obstacle = provider.obstacle(found) { parts.obstacles.append(obstacle) }
            if found != nil { parts.ids.note(provider.name, OutputName.identityProviders, of: resource, exists: true) }
            let differences = provider.differences(found)
            guard !differences.isEmpty else { continue }
            parts.differences += differences
            add(.providers, ProviderStep(pool: wanted, wanted: provider, isNew: found == nil))
        }
        // Providers that an administrator made by hand stay.
        let former = parts.ids.names(OutputName.identityProviders, of: resource).subtracting(all.map(\.name))
        for name in former.sorted() { try await planRemoval(ofProvider: name, pool, id) }
    }

    private mutating func planRemoval(
        ofProvider name: String, _ pool: UserPoolType, _ id: String
    ) async throws(ServiceFault) {
        guard try await backend.identityProvider(name, inPool: id) != nil else {
            parts.ids.note(name, OutputName.identityProviders, of: resource, exists: false)
            return
        }
        parts.differences.append(Difference(member: "IdentityProvider.\(name)", old: name, new: nil))
        add(.removal, ProviderRemovalStep(pool: wanted, name: name))
        let users = try await backend.users(withOnly: name, inPool: id)
        guard users.number > 0 || !users.isComplete else { return }
        let verb = users.number == 1 ? "has" : "have"
        parts.losses.append(
            Loss(
                resource: wanted.name,
                text: "\(users.text("user")) \(verb) \(name) only, and can no longer sign in to \(wanted.name).",
                count: users.number))
    }

    // MARK: - Domain

    private mutating func compareDomain(_ pool: UserPoolType) async throws(ServiceFault) {
        let known = parts.ids[resource, OutputName.domain]
        guard pool.domain != wanted.domain else {
            parts.ids[resource, OutputName.domain] = wanted.domain
            return
        }
        // A domain that an administrator gave the pool by hand stays while the project wants none.
        guard wanted.domain != nil || pool.domain == known else {
            parts.ids[resource, OutputName.domain] = nil
            return
        }
        try await checkDomain(of: pool.id)
        parts.differences.append(Difference(member: "UserPool.Domain", old: pool.domain, new: wanted.domain))
        add(wanted.domain == nil ? .removal : .domain, DomainStep(wanted: wanted))
    }

    /// A domain belongs to one pool of the server.
    private mutating func checkDomain(of poolID: String?) async throws(ServiceFault) {
        // The server would refuse to look for a domain that is too long.
        guard wanted.domainObstacle == nil, let domain = wanted.domain,
            let owner = try await backend.poolID(ofDomain: domain), owner != poolID
        else { return }
        parts.obstacles.append(
            Obstacle(
                text: "The domain \(domain) belongs to another user pool of the server.",
                cure: "Choose another prefix: amplify update auth."))
    }

    // MARK: - Clients

    private mutating func compareClients(_ pool: UserPoolType) async throws(ServiceFault) {
        for kind in WantedClient.Kind.allCases {
            let client = WantedClient(pool: wanted, kind: kind)
            let found = try await client.find(parts.ids, inPool: pool.id ?? "", on: backend)
            parts.ids[resource, client.outputName] = found?.clientId
            if let obstacle = found.flatMap(client.obstacle) { parts.obstacles.append(obstacle) }
            let differences = client.differences(found)
            guard !differences.isEmpty else { continue }
            parts.differences += differences
            add(.clients, ClientStep(wanted: client, isNew: found == nil))
        }
    }
}
