// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseSites

/// The page with the metrics in Prometheus's text format.
package enum MetricsPage {
    /// The response on a port that serves only this page.
    package static func answer(_ request: GatewayRequest, text: () -> String) -> GatewayResponse {
        request.refusal(onPortWith: ["/metrics"]) ?? response(text())
    }

    /// The response with the metrics.
    static func response(_ text: String) -> GatewayResponse {
        .text(text, type: "text/plain; version=0.0.4")
    }
}
