// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseWire

/// Checks the permissions of a caller: an administrator may call any operation, a role only `GetCallerIdentity`.
enum Permission {
    /// Operations that need a signature but no permission.
    private static let open: Set<String> = ["GetCallerIdentity"]

    /// Checks whether a principal may call an operation.
    /// - Throws: `AccessDeniedException` with the service's text.
    static func check(
        _ principal: Principal, for route: OperationRoute, in region: String, of deployment: Deployment
    ) throws(ServiceFault) {
        guard case .role(let session) = principal, !open.contains(route.name) else { return }
        let roleName = session.roleARN.split(separator: "/").last.map(String.init) ?? session.roleARN
        let caller = "arn:aws:sts::\(deployment.accountID):assumed-role/\(roleName)/\(session.name)"
        let service = route.service.signingName
        throw ServiceFault(
            .accessDenied,
            """
            User: \(caller) is not authorized to perform: \(service):\(route.name) \
            on resource: arn:aws:\(service):\(region):\(deployment.accountID):*
            """
        )
    }
}
