// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import GatehouseWire

/// The refusal of a developer page without the key: a form for browsers, JSON for programs.
enum KeyPage {
    static func answer(_ request: GatewayRequest) -> GatewayResponse {
        guard request.wantsHTML else { return .json(["message": .string(text)], status: 401) }
        return HTMLPage(title: "Key", style: style, hasForm: true, content: content).response(status: 401)
    }

    private static let text = """
        This page needs the key that gatehouse dev printed: send the header \(DeveloperKey.headerName), or add ?key=KEY.
        """

    private static let content = """
        <h1>Gatehouse</h1>
        <p>Other machines reach this server, so its pages need the key that <code>gatehouse dev</code> printed.</p>
        <form method="get"><label>Key <input name="key" type="password" autocomplete="off" required autofocus></label>
        <button>Continue</button></form>
        """

    private static let style = """
        :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
        main { max-width: 45rem; margin: 0 auto; padding: 1rem; }
        input, button { font: inherit; padding: 0.25rem 0.5rem; }
        """
}
