// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseSites

/// The page for a browser at a path without a page.
enum NotFoundPage {
    /// The response; `home` is the path of the server's first page, `nil` without one.
    static func response(home: String?) -> GatewayResponse {
        let back = home.map { "<p><a href=\"\(HTMLText.escaped($0))\">To the first page of this server</a></p>" } ?? ""
        var response = HTMLPage(
            title: "Not found", home: home,
            content: """
                <h1>Not found</h1>
                <div class="card">
                <p>There is nothing at this address.</p>
                \(back)
                </div>
                """
        ).response(status: 404)
        response.headers.append(("Vary", "Accept"))
        return response
    }
}
