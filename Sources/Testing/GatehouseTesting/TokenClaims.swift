// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseServerCrypto
package import GatehouseWire
import Testing

/// Returns the claims of a token without verification of its signature.
/// - Throws: if there is no token, or if the token cannot be read.
package func claims(_ token: String?) throws -> [WireName: WireValue] {
    let jws = try UnverifiedJWS(try #require(token))
    return try #require(try WireValue(json: jws.payload).objectValue)
}
