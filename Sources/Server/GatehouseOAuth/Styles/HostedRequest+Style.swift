// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehousePages
package import GatehouseSites
import GatehouseUserPoolKernel
package import GatehouseWire

extension HostedRequest {
    /// Returns the style of a client's pages.
    ///
    /// - Throws: the error of the store.
    package func branding(ofClient client: String) async throws(ServiceFault) -> PageBranding {
        branding(try await style(ofClient: client), ofClient: client)
    }

    /// The style of a client's pages, as the records have it.
    func branding(_ style: HostedStyle, ofClient client: String) -> PageBranding {
        var style = style
        style.appBackground = appBackground
        return style.branding(for: client, at: domain, in: language, on: service.pools.deployment)
    }

    /// Returns the style sheet of the client in the query, which a browser keeps for ever under the address of its
    /// content.
    ///
    /// - Throws: the error of the store.
    package func styleSheet() async throws(ServiceFault) -> GatewayResponse {
        // No client has an id with control characters, which some databases refuse.
        let client = parameters.value("client_id") ?? ""
        var style = try await style(ofClient: client.utf8.allSatisfy { $0 > 0x20 } ? client : "")
        style.appBackground = appBackground
        let text = style.styleSheet(on: service.pools.deployment)
        var response = GatewayResponse.text(text, type: "text/css")
        let isCurrent = parameters.value("v") == PageFile.hash(of: text)
        response.headers += [
            ("Cache-Control", isCurrent ? "public, max-age=31536000, immutable" : "no-cache"),
            ("X-Content-Type-Options", "nosniff"),
        ]
        return response
    }

    private func style(ofClient client: String) async throws(ServiceFault) -> HostedStyle {
        try await service.records.read { [record = domain.record] store in try store.style(ofClient: client, at: record)
        }
    }
}
