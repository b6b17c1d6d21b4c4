// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccessManagement
package import GatehouseCallers
package import GatehouseCore
package import GatehouseIdentityPools
package import GatehouseProjects
package import GatehouseSecurityTokens
package import GatehouseSites
package import GatehouseUserPoolKernel
import GatehouseUserPools
import GatehouseWire

extension Site {
    /// The operations of the services, in the JSON protocol and in the query protocol.
    ///
    /// `callers` authenticates signers. Refusals of requests for another region name both regions if `explainsRegions`.
    /// `admission` refuses requests that would wait too long.
    package static func services(
        userPools: UserPools, identityPools: IdentityPools, securityTokens: SecurityTokens,
        projects: ProjectRecordKeeping, callers: CallerAuthentication, deployment: Deployment,
        explainsRegions: Bool = false, admission: Admission = .unlimited()
    ) -> Site {
        let management = AccessManagement(
            securityTokens: securityTokens, deployment: deployment
        ) {
            do throws(ServiceFault) {
                return .success(
                    try await identityPools.rolesInUse { (id: String) async throws(ServiceFault) -> [String] in
                        try await userPools.groupRoles(ofPool: id)
                    })
            } catch {
                return .failure(error)
            }
        }
        let dispatcher = OperationDispatcher(
            routes: OperationRoutes(
                userPools: userPools, identityPools: identityPools, securityTokens: securityTokens,
                management: management, projects: projects, admission: admission),
            callers: callers,
            permission: OperationPermission(
                authority: securityTokens.authority, deployment: deployment,
                resources: RequestResources(
                    userPools: userPools, identityPools: identityPools, management: management)),
            deployment: deployment, explainsRegions: explainsRegions
        )
        let isForDevelopers = explainsRegions || callers.acceptsAnyKey
        let pools = isForDevelopers ? UnknownPoolCheck(discovery: userPools.discovery) : nil
        let answer: @Sendable (Trip) async -> Outcome = { call in
            if let refusal = await pools?.refusal(of: call.request) { return refusal }
            return await dispatcher.answer(call.request, requestID: call.requestID)
        }
        let byWork = RouteAdmission(
            admission, head: { dispatcher.work(ofHead: $0) }, body: { dispatcher.work(of: $0, byHead: $1) })
        let routes = [
            Route(
                .post, "/", label: Label.unknown, for: .everyone,
                note: " (Cognito user pools, Cognito identity pools, STS, IAM, project records)", admission: byWork,
                answer: answer),
            Route(.get, "/", label: Label.unknown, for: .everyone, isListed: false, admission: byWork) { call in
                call.request.hasForm ? await answer(call) : nil
            },
        ]
        return Site(routes: routes, isForThisMachine: callers.acceptsAnyKey, terms: .services)
    }
}

extension ServiceTerms {
    /// The terms of the services of this server.
    fileprivate static let services = ServiceTerms(
        foreign: { request, requestID in
            ForeignService(of: request)?.outcome(for: request, requestID: requestID)
        },
        queryFault: { fault, status, requestID in
            XMLAnswer.fault(fault.inQueryTerms, of: .securityToken, status: status, requestID: requestID)
        },
        signIn: { SignInResult($0) })
}
