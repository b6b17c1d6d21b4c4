// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Gives a pool a domain for its pages: a prefix, or a custom domain if the request has a certificate.
    ///
    /// The domain is active at once. The response for a custom domain contains the host to which its DNS name must
    /// refer: that of the base URL.
    package func createUserPoolDomain(
        _ request: CreateUserPoolDomainRequest
    ) async throws(ServiceFault) -> CreateUserPoolDomainResponse {
        let now = pools.clock.now
        let domain = UserPoolDomainRecord(
            name: request.domain, poolID: request.userPoolId, customDomain: request.customDomainConfig,
            managedLoginVersion: request.managedLoginVersion ?? 1, createdAt: now, modifiedAt: now)
        try UserPoolDomainRecord.check(domain.name, of: domain.kind)
        try domain.checkSettings(routing: request.routing)
        let hosts = DomainHosts(pools.deployment)
        try await records.write { store in
            var pool = try store.existingPool(domain.poolID)
            try domain.checkTier(of: pool)
            guard pool.description[domain.kind] == nil else {
                throw ServiceFault.invalidParameter("User pool already has a domain configured.")
            }
            if let collision = try store.collision(of: domain, on: hosts) { throw collision.fault }
            do {
                try store.insert(domain)
            } catch StoreConflict.taken {
                throw ServiceFault.takenDomain
            }
            pool.description[domain.kind] = domain.name
            try store.update(pool)
        }
        pools.domainNames.add(domain.name)
        return CreateUserPoolDomainResponse(
            managedLoginVersion: domain.managedLoginVersion,
            cloudFrontDomain: domain.kind == .custom ? pools.deployment.host : nil)
    }
}

extension UserPoolDomainRecord {
    /// Checks the settings of a new or changed domain, without its name.
    ///
    /// - Throws: `InvalidParameterException` for a version of the pages that does not exist, and for the failover to
    ///   another region.
    func checkSettings(routing: RoutingType?) throws(ServiceFault) {
        guard (1...2).contains(managedLoginVersion) else {
            throw .invalidParameter("ManagedLoginVersion must be 1 for the classic pages or 2 for managed login.")
        }
        guard routing?.failover == nil else {
            throw .invalidParameter("Routing needs a replica of the user pool, and Gatehouse has no replicas.")
        }
    }

    /// Checks that the tier of the domain's pool has the version of the pages.
    ///
    /// - Throws: `FeatureUnavailableInTierException` for managed login in the lowest tier.
    func checkTier(of pool: UserPoolRecord) throws(ServiceFault) {
        guard managedLoginVersion == 1 || pool.description.userPoolTier != .lite else {
            throw ServiceFault(.featureUnavailableInTier, "Managed login is not available in the LITE tier.")
        }
    }
}

extension ServiceFault {
    /// The fault for a domain that another pool has.
    fileprivate static let takenDomain = ServiceFault.invalidParameter(
        "Domain already associated with another user pool.")
}

extension DomainCollision {
    /// The fault for a new domain whose host name is in use.
    fileprivate var fault: ServiceFault {
        switch self {
        case .prefix(let custom, let prefix) where custom.poolID == prefix.poolID:
            .invalidParameter(
                "The custom domain \(custom.name) and the prefix \(prefix.name) are one host name: the user pool "
                    + "needs only one of them.")
        case .prefix: .takenDomain
        case .server(let domain):
            .invalidParameter(
                "Domain \(domain.name) is the host of this server's own address: use a name of its own for the "
                    + "domain.")
        case .service(let custom):
            .invalidParameter(
                "Custom domain \(custom.name) is the host of a prefix: use a name that is not below amazoncognito.com.")
        }
    }
}

extension UserPoolType {
    /// The pool's domain of a kind, as `DescribeUserPool` returns it.
    subscript(kind: UserPoolDomainRecord.Kind) -> String? {
        get {
            switch kind {
            case .prefix: domain
            case .custom: customDomain
            }
        }
        set {
            switch kind {
            case .prefix: domain = newValue
            case .custom: customDomain = newValue
            }
        }
    }
}

extension Deployment {
    /// The host of the base URL, without the port.
    var host: String? { URL(string: baseURL)?.host() }
}
