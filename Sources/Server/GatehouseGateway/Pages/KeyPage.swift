// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import GatehouseWire

/// The refusal of a developer page without the key: a form for browsers, JSON for programs.
enum KeyPage {
    /// The response; `home` is the path of the server's first page, `nil` without one.
    static func answer(_ request: GatewayRequest, home: String?) -> GatewayResponse {
        guard request.wantsHTML else { return .json(["message": .string(text)], status: 401) }
        return HTMLPage(title: "Key", home: home, hasForm: true, content: content).response(status: 401)
    }

    private static let text = """
        This page needs the key that gatehouse dev printed: send the header \(DeveloperKey.headerName), or add ?key=KEY.
        """

    private static let content = """
        <h1>Developer key</h1>
        <div class="card">
        <p>Other machines reach this server, so its pages need the key that <code>gatehouse dev</code> printed.</p>
        <form method="get"><p><label for="key">Key</label>
        <input id="key" name="key" type="password" autocomplete="off" required autofocus></p>
        <button class="primary">Continue</button></form>
        </div>
        """
}
