// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

extension GatewayResponse {
    /// The page in place of another one for which the server has no time: it has no style and no data of the request, so
    /// it costs nothing.
    ///
    /// `seconds` is the pause before another attempt, which the header `Retry-After` names.
    package static func overloadPage(status: Int, retryAfter seconds: Int) -> GatewayResponse {
        var response = GatewayResponse.text(overloadText, type: "text/html", status: status)
        response.headers += [
            ("Retry-After", String(seconds)), ("Content-Language", "en"),
            ("Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'"),
        ]
        return response
    }

    private static let overloadText = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>The server cannot answer now</title>
        </head>
        <body>
        <main>
        <h1>The server cannot answer now</h1>
        <p role="alert">Wait for some seconds, then load the page again.</p>
        </main>
        </body>
        </html>

        """

    /// The error of an endpoint of OAuth 2.0 for which the server has no time (RFC 6749, section 4.1.2.1).
    package static func overloadError(
        _ description: String?, status: Int, retryAfter seconds: Int
    ) -> GatewayResponse {
        var members: [WireName: WireValue] = ["error": "temporarily_unavailable"]
        members["error_description"] = description.map(WireValue.string)
        var response = GatewayResponse.json(.object(members), status: status)
        response.headers += [("Retry-After", String(seconds)), ("Cache-Control", "no-store")]
        return response
    }
}
