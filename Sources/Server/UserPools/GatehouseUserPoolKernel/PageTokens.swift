// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseUserPoolModel
package import GatehouseWire

/// Encrypts and decrypts pagination tokens, which are valid for one list only.
package struct PageTokens: Sendable {
    let sealer: Sealer

    /// Returns the encrypted token of the page after a position in a list.
    package func seal(_ position: String, list: String) -> String {
        Base64URL.encode(sealer.seal(Array(position.utf8), purpose: "page-token", context: Array(list.utf8)))
    }

    /// Returns the position in a token.
    ///
    /// - Throws: `InvalidParameterException` for an invalid token or that of another list.
    package func open(_ token: String, list: String) throws(ServiceFault) -> String {
        do {
            let sealed = Base64URL.decode(token) ?? []
            let position = try sealer.open(sealed, purpose: "page-token", context: Array(list.utf8))
            return String(decoding: position, as: UTF8.self)
        } catch {
            throw .invalidParameter("Invalid pagination token given.")
        }
    }
}

extension UserPools {
    /// The tokens for the pages of lists.
    package var pageTokens: PageTokens { PageTokens(sealer: sealer) }
}
