// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
package import GatehouseSites

extension Site {
    /// The icon that browsers request for every page without an icon of its own.
    package static func icon() -> Site {
        let label = "icon"
        let icon = Data(Base64.decode(gatehouse) ?? [])
        return Site(routes: [
            Route(.get, "/favicon.ico", label: label, for: .everyone, isRoutine: true, isListed: false) { _ in
                Outcome(
                    GatewayResponse(
                        status: 200,
                        headers: [
                            ("Content-Type", "image/png"), ("Cache-Control", "public, max-age=86400"),
                            ("X-Content-Type-Options", "nosniff"),
                        ], body: icon),
                    operation: label)
            }
        ])
    }

    /// A gatehouse with two towers, as a PNG of 32 pixels.
    private static let gatehouse = """
        iVBORw0KGgoAAAANSUhEUgAAACAAAAAgAgMAAAAOFJJnAAAACVBMVEUAAAAdX9D///+ggj8UAAAAA3RSTlMA//9EUNYhAAAATUlE\
        QVR42mNgEA0FghAGBsZQMHBgYIUwAiAyIDk4IxQKsDGiokJDly5FYawKDV2FxgAC4hkrs6CMpVFQxtQwChgwp2L6C+5leCDAggUA\
        OolnxsjTBQkAAAAASUVORK5CYII=
        """
}
