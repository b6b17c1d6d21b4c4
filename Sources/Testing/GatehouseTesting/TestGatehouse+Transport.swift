// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseClient
import GatehouseGateway
import GatehouseServer
import GatehouseSites

/// A client's transport that hands requests to a server in the same process.
package struct InProcessTransport: Transport {
    let gatehouse: TestGatehouse

    /// Answers as the server would; the network cannot fail, but a cancelled task gets nothing.
    package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard let parts = URLComponents(url: request.url, resolvingAgainstBaseURL: false) else {
            throw TransportError(.badRequest)
        }
        let hasHost = request.headers.contains { $0.name.lowercased() == "host" }
        let answer = await gatehouse.installation.gateway.respond(
            to: GatewayRequest(
                method: request.method.rawValue, path: parts.percentEncodedPath, query: parts.percentEncodedQuery ?? "",
                headers: request.headers + (hasHost ? [] : [("host", Self.authority(parts))]), body: request.body
            )
        )
        if Task.isCancelled { throw TransportError(.cancelled) }
        guard answer.body.count <= request.responseLimit else { throw TransportError(.tooLarge) }
        return TransportResponse(status: answer.status, headers: answer.headers, body: answer.body)
    }

    private static func authority(_ parts: URLComponents) -> String {
        let host = parts.percentEncodedHost ?? "localhost"
        return parts.port.map { "\(host):\($0)" } ?? host
    }
}

extension TestGatehouse {
    /// The transport of a client instead of the network.
    package var transport: InProcessTransport {
        InProcessTransport(gatehouse: self)
    }
}
