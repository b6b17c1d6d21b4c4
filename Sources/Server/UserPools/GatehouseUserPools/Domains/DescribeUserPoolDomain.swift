// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Returns a domain and its pool; an empty description for a domain that no pool has.
    package func describeUserPoolDomain(
        _ request: DescribeUserPoolDomainRequest
    ) async throws(ServiceFault) -> DescribeUserPoolDomainResponse {
        let domain = try await records.read { try $0.domain(request.domain) }
        return DescribeUserPoolDomainResponse(
            domainDescription: domain.map { DomainDescriptionType($0, on: pools.deployment) } ?? .absent)
    }
}

extension UserPools {
    /// The id of the pool that has a domain; `nil` for a domain that no pool has.
    /// - Throws: the fault of a failing store.
    package func pool(ofDomain name: String) async throws(ServiceFault) -> String? {
        try await records.read { try $0.domain(name)?.poolID }
    }
}

extension DomainDescriptionType {
    /// Creates the description of a domain of this installation.
    fileprivate init(_ domain: UserPoolDomainRecord, on deployment: Deployment) {
        self.init(
            userPoolId: domain.poolID, awsAccountId: deployment.accountID, domain: domain.name,
            cloudFrontDistribution: deployment.host, version: StyleVersion.text(of: domain.modifiedAt),
            status: .active, customDomainConfig: domain.customDomain,
            managedLoginVersion: domain.managedLoginVersion)
    }
}
