// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Changes the certificate of a custom domain or the version of a domain's pages; what the request omits stays.
    package func updateUserPoolDomain(
        _ request: UpdateUserPoolDomainRequest
    ) async throws(ServiceFault) -> UpdateUserPoolDomainResponse {
        let now = pools.clock.now
        let changed = try await records.write { store in
            var domain = try store.existingDomain(request.domain, ofPool: request.userPoolId)
            if let custom = request.customDomainConfig {
                guard domain.kind == .custom else {
                    throw ServiceFault.invalidParameter("A prefix domain has no certificate.")
                }
                domain.customDomain = custom
            }
            domain.managedLoginVersion = request.managedLoginVersion ?? domain.managedLoginVersion
            domain.modifiedAt = now
            try domain.checkSettings(routing: request.routing)
            try domain.checkTier(of: store.existingPool(domain.poolID))
            try store.update(domain)
            return domain
        }
        return UpdateUserPoolDomainResponse(
            managedLoginVersion: changed.managedLoginVersion,
            cloudFrontDomain: changed.kind == .custom ? pools.deployment.host : nil)
    }
}

extension UserPoolReading {
    /// Returns the domain of a pool with a name.
    ///
    /// - Throws: `InvalidParameterException` if there is no such pool, or it does not have the domain.
    func existingDomain(_ name: String, ofPool poolID: String) throws -> UserPoolDomainRecord {
        guard let domain = try domain(name), domain.poolID == poolID else {
            throw ServiceFault.invalidParameter("No such domain or user pool exists.")
        }
        return domain
    }
}
