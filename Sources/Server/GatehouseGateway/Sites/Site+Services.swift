// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseIdentityPools
package import GatehouseSecurityTokens
package import GatehouseSites
package import GatehouseUserPoolKernel
import GatehouseUserPools

extension Site {
    /// The operations of the services, in the JSON protocol and in the query protocol.
    ///
    /// `administrators` resolve the keys of administrators; the resolver for keys of roles is built in.
    /// `admission` refuses requests that would wait too long.
    package static func services(
        userPools: UserPools, identityPools: IdentityPools, securityTokens: SecurityTokens,
        administrators: [any AccessKeyResolver] = [], deployment: Deployment, settings: GatewaySettings,
        clock: WallClock, admission: Admission = .unlimited()
    ) -> Site {
        let dispatcher = OperationDispatcher(
            routes: OperationRoutes(
                userPools: userPools, identityPools: identityPools, securityTokens: securityTokens,
                admission: admission),
            callers: CallerAuthentication(
                administrators: administrators, securityTokens: securityTokens, deployment: deployment,
                settings: settings, clock: clock),
            permission: Permission(
                authority: securityTokens.authority, deployment: deployment,
                poolTags: PoolTags(userPools: userPools, identityPools: identityPools)),
            deployment: deployment, explainsRegions: settings.explainsRegions
        )
        let pools = settings.isForDevelopers ? UnknownPoolCheck(discovery: userPools.discovery) : nil
        let answer: @Sendable (SiteRequest) async -> Outcome = { call in
            if let refusal = await pools?.refusal(of: call.request) { return refusal }
            return await dispatcher.answer(call.request, requestID: call.requestID)
        }
        let byWork = RouteAdmission(
            admission, head: { dispatcher.work(ofHead: $0) }, body: { dispatcher.work(of: $0, byHead: $1) })
        return Site(routes: [
            Route(
                .post, "/", label: Label.unknown, for: .everyone,
                note: " (Cognito user pools, Cognito identity pools, STS)", admission: byWork, answer: answer),
            Route(.get, "/", label: Label.unknown, for: .everyone, isListed: false, admission: byWork) { call in
                call.request.hasForm ? await answer(call) : nil
            },
        ])
    }
}
