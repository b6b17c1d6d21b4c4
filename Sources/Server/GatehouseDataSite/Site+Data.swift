// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseSites
import GatehouseWire

extension Site {
    /// The endpoints of the data API: of each API below `/apis`, and of the default one at `/graphql`.
    ///
    /// `admission` refuses requests that would wait too long. `pause` is how connections wait for their times. `report`
    /// receives what each request did.
    package static func data(
        _ apis: any DataAPIs, callers: DataCallers, deployment: Deployment, clock: WallClock,
        admission: Admission = .unlimited(), times: RealtimeTimes = RealtimeTimes(),
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        report: @escaping @Sendable (DataRequestReport) -> Void = { _ in }
    ) -> Site {
        let endpoint = DataEndpoint(apis: apis, callers: callers, report: report)
        let realtime = RealtimeEndpoint(
            data: endpoint, deployment: deployment, clock: clock, times: times, pause: pause)
        let work = RouteWork(name: DataEndpoint.label, kinds: .alike(admission.kind(.beginning)), form: .json)
        let byWork = RouteAdmission(admission, head: { _ in work })
        return Site(
            routes: ["/graphql", "/apis/<api id>/graphql"].flatMap { path in
                [
                    Route(
                        .post, RoutePath(stringLiteral: path), label: DataEndpoint.label, for: .everyone,
                        note: " (GraphQL)", admission: byWork
                    ) { await endpoint.answer($0) },
                    Route(
                        .get, RoutePath(stringLiteral: path), label: DataEndpoint.label, for: .everyone,
                        isListed: false, admission: byWork
                    ) { await endpoint.answer($0) },
                    Route(
                        RoutePath(stringLiteral: path), label: RealtimeEndpoint.label, for: .everyone,
                        socket: realtime.handler),
                    Route(
                        RoutePath(stringLiteral: path + "/realtime"), label: RealtimeEndpoint.label, for: .everyone,
                        socket: realtime.handler),
                ].map { $0.refusing(in: RequestRefusal.response) }
            })
    }
}
