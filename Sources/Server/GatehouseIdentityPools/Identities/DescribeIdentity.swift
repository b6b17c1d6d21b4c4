// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
import GatehouseIdentityPoolModel
package import GatehouseWire

extension IdentityPoolsService {
    /// Describes an identity, including a disabled one.
    ///
    /// A Deny for the identity's pool counts, although the request does not name the pool.
    /// - Throws: `ResourceNotFoundException`, `AccessDeniedException`.
    package func describeIdentity(
        _ request: DescribeIdentityInput
    ) async throws(ServiceFault) -> IdentityDescription {
        try admitAdministrator(to: "DescribeIdentity")
        guard RegionalID.region(of: request.identityId) == context.region else {
            throw .unknownIdentity(request.identityId)
        }
        let identity = try await read { try $0.existingIdentity(request.identityId) }
        try await refuseDenied("DescribeIdentity", onPoolOf: identity)
        return identity.description
    }
}

extension IdentityRecord {
    /// The description with the providers of the logins, without their subjects.
    var description: IdentityDescription {
        var seen: Set<String> = []
        return IdentityDescription(
            identityId: id, logins: logins.map(\.provider).filter { seen.insert($0).inserted },
            creationDate: createdAt, lastModifiedDate: modifiedAt
        )
    }
}
