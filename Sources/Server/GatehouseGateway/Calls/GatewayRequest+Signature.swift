// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseSites
import GatehouseText

extension GatewayRequest {
    /// The first value of a query field, decoded as signatures cover it: `+` is a plus sign.
    func queryValue(_ name: String) -> String? {
        SignableRequest.query(parsing: query).first { $0.0.hasBytes(of: name) }?.1
    }

    /// Whether the request can have a signature, in a header or in its query.
    var maySign: Bool { !query.isEmpty || header("Authorization") != nil }

    /// The request in the form that signatures cover.
    var signable: SignableRequest {
        SignableRequest(
            method: method, path: path, query: SignableRequest.query(parsing: query), headers: headers,
            body: Array(body)
        )
    }
}
