// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseIdentityPools
import GatehouseWire

/// Checks the permissions of a caller: an administrator may call any operation, the session of a role and a registered
/// user what policies permit.
struct Permission: Sendable {
    let authority: AccessAuthority
    let deployment: Deployment

    /// Checks whether a principal may call an operation.
    ///
    /// The operations of sts check their callers themselves: what a role's trust policy allows needs no permission.
    /// - Throws: `AccessDeniedException` with the service's text, or the fault of a failing store.
    func check(
        _ principal: Principal, for route: OperationRoute, _ input: WireValue, in region: String,
        from sourceAddress: String
    ) async throws(ServiceFault) {
        switch principal {
        case .anonymous, .administrator: return
        case .role, .user: break
        }
        guard route.isSigned, route.service.targetPrefix != nil else { return }
        try await authority.permit(
            "\(route.service.signingName):\(route.name)", on: resource(of: input, route.service, in: region),
            to: principal, from: sourceAddress, inRegion: region)
    }

    /// A longer id is not that of a resource; the operation refuses it.
    private static let maximumID = 256

    /// The ARN of the pool that a request names; `*` for a request without a pool.
    private func resource(of input: WireValue, _ service: ServiceIdentity, in region: String) -> String {
        func id(_ member: String) -> String? {
            input[member]?.stringValue.flatMap { $0.utf8.count <= Self.maximumID ? $0 : nil }
        }
        let prefix = "arn:aws:\(service.signingName):\(region):\(deployment.accountID):"
        if let id = id("UserPoolId") { return prefix + "userpool/\(id)" }
        if let id = id("IdentityPoolId") { return prefix + "identitypool/\(id)" }
        return id("ResourceArn") ?? "*"
    }
}
