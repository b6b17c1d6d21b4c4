// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseWire

/// The random id of a browser, which its cookie keeps until the browser is closed.
package struct BrowserIdentity: Sendable, Equatable {
    /// 43 characters of Base64URL.
    package let id: String
    /// Whether the request came without a usable id, so that the response must set the cookie.
    package let isNew: Bool

    /// Reads the value of the cookie, or draws a new id.
    init(cookie: String?, entropy: Entropy) {
        if let cookie, cookie.utf8.count == 43, Base64URL.decode(cookie) != nil {
            id = cookie
            isNew = false
        } else {
            id = Base64URL.encode(entropy.bytes(32))
            isNew = true
        }
    }
}
