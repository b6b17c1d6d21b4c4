// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AccessManagementShapes
import CognitoAdminShapes
import CognitoShapes
import GatehouseAccessManagement
import GatehouseCore
import GatehouseIdentityPools
import GatehouseProjects
import GatehouseSecurityTokens
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import ProjectShapes

/// All operations: of the JSON services by `X-Amz-Target`, of STS and IAM by their action.
struct OperationRoutes: Sendable {
    /// The services of the query protocol.
    static let queryServices: [ServiceIdentity] = [.securityToken, .accessManagement]

    private var targets: [WireName: OperationRoute] = [:]
    private var actions: [WireName: OperationRoute] = [:]
    /// The work of a form whose body has not been read.
    let unreadForm: RouteWork
    /// The work of a form without the name of an operation.
    let otherForm: RouteWork

    /// Binds the generated tables to the domains.
    init(
        userPools: UserPools, identityPools: IdentityPools, securityTokens: SecurityTokens,
        management: AccessManagement, projects: ProjectRecordKeeping, admission: Admission
    ) {
        let kinds = OperationKinds(admission)
        unreadForm = RouteWork(name: Label.unread, kinds: kinds.unreadForm, form: .query)
        otherForm = RouteWork(name: Label.unknown, kinds: kinds.otherForm, form: .query)
        for handler in CognitoIdentityProviderOperations.table.values {
            add(OperationRoute(handler, kinds) { userPools.service(for: $0) })
        }
        for handler in CognitoIdentityProviderAdminOperations.table.values {
            add(OperationRoute(handler, kinds) { userPools.service(for: $0) })
        }
        for handler in CognitoIdentityOperations.table.values {
            add(OperationRoute(handler, kinds) { identityPools.service(for: $0) })
        }
        for handler in CognitoIdentityAdminOperations.table.values {
            add(OperationRoute(handler, kinds) { identityPools.service(for: $0) })
        }
        for handler in SecurityTokenOperations.table.values {
            add(OperationRoute(handler, kinds) { securityTokens.service(for: $0) })
        }
        for handler in AccessManagementOperations.table.values {
            add(OperationRoute(handler, kinds) { management.service(for: $0) })
        }
        for handler in ProjectRecordsOperations.table.values {
            add(OperationRoute(handler, kinds) { projects.service(for: $0) })
        }
    }

    /// Whether a name in the scope of a signature is that of a service of the query protocol.
    static func isQueryService(_ name: String?) -> Bool {
        queryServices.contains { $0.signingName == name }
    }

    /// The operation of a target such as `AWSCognitoIdentityProviderService.SignUp`.
    func route(target: String) -> OperationRoute? { targets[WireName(target)] }

    /// The operation of an action such as `GetCallerIdentity`.
    func route(action: String) -> OperationRoute? { actions[WireName(action)] }

    private mutating func add(_ route: OperationRoute) {
        if let prefix = route.service.targetPrefix {
            targets["\(prefix).\(route.name)"] = route
        } else {
            actions[route.name] = route
        }
    }
}
