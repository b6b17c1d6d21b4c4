// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
package import GatehouseSites
import GatehouseWire

extension Site {
    /// The page that sends requests to data APIs in the place of any caller, and shows which rules decided.
    ///
    /// The page asks for no credentials of the caller. It answers under the server's own host names only, with the
    /// developer's key if there is one, and a page of another origin can neither read its answers nor send requests.
    package static func graphQL(_ console: any GraphQLConsole, deployment: Deployment) -> Site {
        let visitors = LocalVisitors(deployment: deployment)
        let label = "dev-graphql"
        return Site(routes: [
            Route(.get, "/dev/graphql", label: label, for: .developer, isRoutine: true) { _ in
                Outcome(GraphQLPage.response, operation: label)
            },
            Route(.get, "/dev/graphql/apis", label: label, for: .developer, isRoutine: true, isListed: false) { _ in
                await answer(label) { try await console.description() }
            },
            Route(
                .get, "/dev/graphql/schema", label: label, for: .developer, isRoutine: true, isListed: false
            ) { call in
                await answer(label) { try await console.schema(ofAPI: call.request.queryValue("api") ?? "") }
            },
            Route(.post, "/dev/graphql/requests", label: label, for: .developer, isListed: false) { call in
                if let refusal = refusal(of: call.request, visitors, label) { return refusal }
                return await answer(label) { try await console.send(call.request.body) }
            },
            Route(
                .post, "/dev/graphql/subscriptions", label: label, for: .developer,
                answer: { call in
                    refusal(of: call.request, visitors, label)
                        ?? Outcome(response(with: Data(), type: "application/x-ndjson"), operation: label)
                },
                chunks: { call, writer in
                    try await console.listen(call.request.body) { try await writer.write($0) }
                }),
        ])
    }

    /// A browser lets a page of any origin send such a request, so only pages of this server's own origin are allowed.
    private static func refusal(of request: GatewayRequest, _ visitors: LocalVisitors, _ label: String) -> Outcome? {
        guard !visitors.isOwnOrigin(of: request) else { return nil }
        let fault = ServiceFault(.accessDenied, "A page of another origin may not send requests to the data API here.")
        return Outcome(JSONAnswer.fault(fault, status: 403), operation: label, fault: fault)
    }

    private static func answer(_ label: String, _ make: () async throws -> Data?) async -> Outcome {
        do {
            guard let data = try await make() else {
                let fault = ServiceFault(
                    "NotFoundException", "The server has no such data API, or the API has no schema.")
                return Outcome(JSONAnswer.fault(fault, status: 404), operation: label, fault: fault)
            }
            return Outcome(response(with: data, type: "application/json"), operation: label)
        } catch {
            let fault = (error as? ServiceFault) ?? ServiceFault(unforeseen: error)
            return Outcome(JSONAnswer.fault(fault, status: 500), operation: label, fault: fault)
        }
    }

    private static func response(with body: Data, type: String) -> GatewayResponse {
        GatewayResponse(
            status: 200,
            headers: [
                ("Content-Type", type), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
            ], body: body)
    }
}
