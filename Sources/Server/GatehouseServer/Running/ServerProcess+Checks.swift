// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseData
import GatehouseDataModel
import GatehouseDataSite
import GatehouseDataStores
import GatehouseIdentityPools
import GatehouseSecurityTokens
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Logging

/// The checks of what the database and the settings contain, before the server listens.
extension ServerProcess {
    /// Makes the registry of roles and identity providers have the entries of the documented file.
    /// - Throws: `StartupRefusal` with the corrective action, also for a role with an unsafe trust policy.
    package func prepareAccess() async throws(StartupRefusal) {
        try await accessStart.run()
        let missing: [UnregisteredRole]
        let expired: [(name: String, end: Date)]
        let denials: [NarrowDenial]
        let collisions: [NameCollision]
        let claims: [UserClaim]
        do {
            missing = try await installation.identityPools.unregisteredRoles()
            expired = try await installation.securityTokens.registry.expiredSAMLProviders()
            denials = try await installation.securityTokens.registry.narrowDenials()
            collisions = try await installation.securityTokens.registry.nameCollisions()
            claims = try await installation.identityPools.ineffectiveClaims()
        } catch {
            throw StartupRefusal(
                .unavailable,
                "The roles of identity pools and the SAML providers cannot be read: \(error). \(Cure.text(for: error))")
        }
        for denial in denials {
            logger.warning(
                "A policy denies less than it reads",
                metadata: [
                    "kind": "\(denial.kind.rawValue)", "name": "\(denial.name)", "cause": "\(denial.flaw)",
                ])
        }
        for collision in collisions {
            logger.warning(
                "Stored names differ by case alone, which new names may not",
                metadata: [
                    "kind": "\(collision.kind.rawValue)", "names": "\(collision.names.joined(separator: ", "))",
                ])
        }
        for claim in claims {
            logger.warning(
                "A role rule or principal tag gives nothing, because users can set its claim",
                metadata: [
                    "identity_pool": "\(claim.identityPoolID)", "provider": "\(claim.provider)",
                    "claim": "\(claim.claim)",
                ])
        }
        for provider in expired {
            logger.warning(
                "The responses of a SAML provider are refused, because its metadata has expired",
                metadata: ["provider": "\(provider.name)", "end": "\(WireTimestamp.iso8601(provider.end))"])
        }
        for role in missing {
            logger.warning(
                "An identity pool gives no credentials of a role, because the role is not registered",
                metadata: ["identity_pool": "\(role.identityPoolID)", "role": "\(role.arn)"])
        }
    }

    /// Refuses a database whose pools sign with keys that a file of `gatehouse dev` has too.
    /// - Throws: `StartupRefusal` with the pools and the command that replaces the keys.
    package func requireOwnSigningKeys() async throws(StartupRefusal) {
        let pools: [String]
        do {
            let ids = try await installation.userPools.records.poolIDs()
            pools = try await installation.userPools.records.read { store in
                try ids.filter { id in
                    try store.signingKeys(ofPool: id).contains { $0.id.hasPrefix(SigningKeyRecord.keptPrefix) }
                }
            }
        } catch {
            throw StartupRefusal(.unavailable, "The signing keys cannot be read: \(error). \(Cure.text(for: error))")
        }
        guard !pools.isEmpty else { return }
        throw StartupRefusal(
            .configuration,
            "The tokens of \(pools.joined(separator: ", ")) are signed with keys of gatehouse dev, which a file outside "
                + "of the data folder has too: replace them with: "
                + "\(configuration.command("rotate-keys --discard-old"))")
    }

    /// Logs settings that an operator may not mean: a base URL without TLS, ids that no app client has, domains of user
    /// pools that share a host name, and functions of data APIs that the server does not have.
    /// - Throws: `StartupRefusal` if the app clients, the domains or the data APIs cannot be read.
    package func logDoubtfulSettings() async throws(StartupRefusal) {
        let baseURL = configuration.deployment.baseURL
        if configuration.mode == .serve, !baseURL.hasPrefix("https:"), !ServerConfiguration.isLocal(baseURL) {
            logger.warning(
                "The base URL has no TLS: browsers send passwords and cookies in clear",
                metadata: ["base_url": "\(baseURL)"])
        }
        try await logDomainCollisions()
        try await logMissingFunctions()
        let named = configuration.deployment.requiredPKCE.clientIDs.sorted()
        guard !named.isEmpty else { return }
        let unknown: [String]
        do {
            unknown = try await installation.userPools.records.read { store in
                try named.filter { try store.appClient($0) == nil }
            }
        } catch {
            throw StartupRefusal(.unavailable, "The app clients cannot be read: \(error). \(Cure.text(for: error))")
        }
        for id in unknown {
            logger.warning(
                "GATEHOUSE_REQUIRE_PKCE names an app client that does not exist", metadata: ["client": "\(id)"])
        }
    }

    /// Fields whose functions are missing fail; the server still starts, because other APIs do not need them.
    private func logMissingFunctions() async throws(StartupRefusal) {
        let apis: [ServedAPI]
        do {
            apis = try await installation.servedAPIs.served()
        } catch {
            throw StartupRefusal(.unavailable, "The data APIs cannot be read: \(error). \(Cure.text(for: error))")
        }
        for api in apis {
            for notice in api.service.map({ installation.dataFunctions.missing(in: $0.api) }) ?? [] {
                logger.error(
                    "A data API needs a function that the server does not have",
                    metadata: ["api": "\(api.stored.id)", "cause": "\(notice)"])
            }
        }
    }

    private func logDomainCollisions() async throws(StartupRefusal) {
        let hosts = DomainHosts(configuration.deployment)
        let collisions: [DomainCollision]
        do {
            collisions = try await installation.userPools.records.read { store in try store.domainCollisions(on: hosts)
            }
        } catch {
            throw StartupRefusal(
                .unavailable, "The domains of user pools cannot be read: \(error). \(Cure.text(for: error))")
        }
        for collision in collisions {
            logger.warning("A domain has a host name that is not its own", metadata: ["cause": "\(collision.text)"])
        }
    }

    /// Prepares the registry at the start and after a reset.
    var accessStart: AccessStart {
        AccessStart(registry: installation.securityTokens.registry, file: configuration.accessFile)
    }
}
