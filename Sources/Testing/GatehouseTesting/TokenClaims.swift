// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
package import GatehouseWire
import Testing

/// The claims of a token whose signature nobody checks here.
/// - Throws: when there is no token, or what there is cannot be read.
package func claims(_ token: String?) throws -> [WireName: WireValue] {
    let jws = try UnverifiedJWS(try #require(token))
    return try #require(try WireValue(json: jws.payload).objectValue)
}
