// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseClient
import GatehouseProject
import GatehouseWire

/// Makes the user pool, or gives it its settings and its factors.
struct UserPoolStep: DeploymentStep {
    let wanted: WantedUserPool
    /// Whether the pool is made; only the title depends on it.
    let isNew: Bool

    var resource: ResourceName { wanted.resource }
    var title: String { "\(isNew ? "Create" : "Update") the user pool \(wanted.name)" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        let finding = try await wanted.find(ids, on: backend)
        guard !finding.isGone else {
            throw ServiceFault(
                .resourceNotFound, "The user pool \(wanted.name) was deleted on the server since the plan was made.")
        }
        guard !finding.isForeign else {
            throw ServiceFault(
                .invalidParameter, "The user pool \(wanted.name) does not belong to this environment any more.")
        }
        var answer = finding.pool
        if answer == nil { answer = try await backend.userPools.createUserPool(wanted.creation()).userPool }
        guard let pool = answer, pool.id != nil else { throw ServiceFault.garbled("The answer has no user pool.") }
        wanted.record(pool, in: &ids)
        try await settle(pool, on: backend)
        // The name may have changed.
        ids[resource, OutputName.userPoolName] = wanted.name
    }

    /// Changes what differs, in an order in which no state between contradicts itself.
    private func settle(_ present: UserPoolType, on backend: Backend) async throws(ServiceFault) {
        var pool = present
        let id = pool.id ?? ""
        // Compulsory MFA excludes first factors that the pool may get: its end goes first, its beginning comes last.
        if wanted.auth.mfaConfiguration == "OFF", pool.mfaConfiguration ?? .off != .off {
            _ = try await backend.userPools.setUserPoolMfaConfig(
                SetUserPoolMfaConfigRequest(userPoolId: id, mfaConfiguration: .off))
            pool = try await backend.userPool(id) ?? pool
        } else if wanted.auth.mfaConfiguration == "OPTIONAL", pool.mfaConfiguration == .on {
            try await changeFactors(of: pool, on: backend)
            pool = try await backend.userPool(id) ?? pool
        }
        if !wanted.statedPasskeys.members.isEmpty {
            let present = try await backend.userPools.getUserPoolMfaConfig(GetUserPoolMfaConfigRequest(userPoolId: id))
            if let change = try wanted.passkeyChange(pool, present) {
                _ = try await backend.userPools.setUserPoolMfaConfig(change)
            }
        }
        if let change = try WantedUserPool.update(of: pool, to: wanted.stated(of: pool)) {
            _ = try await backend.userPools.updateUserPool(change)
            pool = try await backend.userPool(id) ?? pool
        }
        if wanted.auth.mfaConfiguration != "OFF" { try await changeFactors(of: pool, on: backend) }
    }

    private func changeFactors(of pool: UserPoolType, on backend: Backend) async throws(ServiceFault) {
        let present = try await backend.userPools.getUserPoolMfaConfig(
            GetUserPoolMfaConfigRequest(userPoolId: pool.id ?? ""))
        if let change = try wanted.factorChange(pool, present) {
            _ = try await backend.userPools.setUserPoolMfaConfig(change)
        }
    }
}

/// Gives the user pool its triggers.
struct TriggersStep: DeploymentStep {
    let wanted: WantedUserPool

    var resource: ResourceName { wanted.resource }
    var title: String { "Set the triggers of the user pool \(wanted.name)" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        let id = try wanted.poolID(in: ids)
        guard let pool = try await backend.userPool(id) else {
            throw ServiceFault(.resourceNotFound, "The user pool \(wanted.name) does not exist.")
        }
        if let change = try WantedUserPool.update(of: pool, to: wanted.statedTriggers(of: pool)) {
            _ = try await backend.userPools.updateUserPool(change)
        }
    }
}

/// Gives the user pool its domain, or takes a former one from it.
struct DomainStep: DeploymentStep {
    let wanted: WantedUserPool

    var resource: ResourceName { wanted.resource }
    var title: String {
        wanted.domain.map { "Set the domain \($0)" } ?? "Delete the domain of the user pool \(wanted.name)"
    }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        let id = try wanted.poolID(in: ids)
        guard let pool = try await backend.userPool(id) else {
            throw ServiceFault(.resourceNotFound, "The user pool \(wanted.name) does not exist.")
        }
        if pool.domain != wanted.domain {
            // The former domain stays until it is certain that the pool gets the other one.
            if let domain = wanted.domain, let owner = try await backend.poolID(ofDomain: domain), owner != id {
                throw ServiceFault(.invalidParameter, "The domain \(domain) belongs to another user pool.")
            }
            // A domain that an administrator gave the pool by hand stays.
            if let former = pool.domain, wanted.domain != nil || former == ids[resource, OutputName.domain] {
                _ = try await backend.userPools.deleteUserPoolDomain(
                    DeleteUserPoolDomainRequest(domain: former, userPoolId: id))
            }
            if let domain = wanted.domain {
                _ = try await backend.userPools.createUserPoolDomain(
                    CreateUserPoolDomainRequest(domain: domain, userPoolId: id))
            }
        }
        ids[resource, OutputName.domain] = wanted.domain
    }
}

extension WantedUserPool {
    /// The domain of the sign-in pages; `nil` without them.
    var domain: String? {
        guard let prefix = auth.hostedPages?.domain, !prefix.isEmpty else { return nil }
        return EnvironmentName.text(prefix, in: state.environment)
    }
}
