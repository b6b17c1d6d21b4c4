// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
package import GatehouseServerCrypto
import GatehouseWire

/// The token in the field `_csrf` of a form: it shows that a page of this server made the request.
///
/// It is a keyed hash over the random id of the browser, the pool and the page, so it is valid in the browser for which
/// the page was made, and at no other page. Nothing is stored.
package struct CSRFToken: Sendable {
    /// The name of the form field.
    package static let field = "_csrf"

    /// The value of the form field.
    package let text: String

    /// Creates the token of a page for a browser.
    package init(browser: String, poolID: String, page: String, sealer: Sealer) {
        // No value contains a zero byte, so each message belongs to one triple.
        let message = [browser, poolID, page].map { Array($0.utf8) }.joined(separator: [0])
        text = Base64URL.encode(sealer.mac(Array(message), purpose: .csrfToken))
    }

    /// Whether a form has this token; the time of the comparison does not depend on the value.
    package func isEqual(to given: String?) -> Bool {
        constantTimeEqual(Array(text.utf8), Array((given ?? "").utf8))
    }
}
