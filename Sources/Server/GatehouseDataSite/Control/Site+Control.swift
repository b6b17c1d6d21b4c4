// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCallers
package import GatehouseCore
package import GatehouseSecurityTokens
package import GatehouseSites
import GatehouseWire

extension Site {
    /// The operations of AppSync's control plane (REST-JSON), for signers.
    ///
    /// `admission` refuses requests that would wait too long.
    package static func dataControl(
        _ administration: DataAPIAdministration, callers: CallerAuthentication, authority: AccessAuthority,
        deployment: Deployment, admission: Admission = .unlimited()
    ) -> Site {
        let endpoint = ControlEndpoint(
            administration: administration, descriptions: APIDescription(deployment), signers: callers,
            authority: authority)
        func route(
            _ method: RouteMethod, _ path: RoutePath, _ label: String, isListed: Bool = false,
            _ answer: @escaping @Sendable (Trip) async -> Outcome
        ) -> Route {
            let work = RouteWork(name: label, kinds: .alike(admission.kind(.beginning)), form: .json)
            return Route(
                method, path, label: label, for: .everyone, isListed: isListed, note: " (AppSync)",
                admission: RouteAdmission(admission, head: { _ in work }), answer: answer
            ).refusing(in: { ControlAnswer.fault($0, status: $1) })
        }
        var routes = ControlOperation.allCases.map { operation in
            route(
                operation.place.method, operation.place.path, operation.rawValue,
                isListed: operation == .createGraphqlApi
            ) { await endpoint.answer(operation, $0) }
        }
        for (subject, methods, path) in ForeignControl.paths {
            routes += methods.map { method in
                route(method, path, Label.unknown) { await endpoint.refuse(subject, $0) }
            }
        }
        return Site(routes: routes)
    }
}
