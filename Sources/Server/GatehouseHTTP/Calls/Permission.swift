// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseWire

/// What a caller may do: an administrator everything, a role nothing but learn who it is.
enum Permission {
    /// Operations that need a signature but no permission.
    private static let open: Set<String> = ["GetCallerIdentity"]

    /// - Throws: `AccessDeniedException` in the words of the service.
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
