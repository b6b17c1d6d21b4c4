// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// The page with the metrics in Prometheus's text format.
package enum MetricsPage {
    /// The response on a port that serves only this page.
    package static func answer(_ request: GatewayRequest, text: () -> String) -> GatewayResponse {
        if let refusal = request.flaw?.refusal { return refusal }
        guard request.path == "/metrics" else {
            return .json(["message": "There is nothing at this path.", "paths": ["GET /metrics"]], status: 404)
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            var response = GatewayResponse.json(["message": "This path does not support this method."], status: 405)
            response.headers.append(("Allow", "GET, HEAD"))
            return response
        }
        return response(text())
    }

    /// The response with the metrics.
    static func response(_ text: String) -> GatewayResponse {
        .text(text, type: "text/plain; version=0.0.4")
    }
}
