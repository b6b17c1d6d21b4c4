// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseSites
import GatehouseText
import GatehouseWire

extension GatewayRequest {
    /// Whether the request's head is in stream-safe form: its path, its query with escapes decoded, and its headers.
    var isStreamSafe: Bool {
        StreamSafeText.contains(path)
            && headers.allSatisfy { StreamSafeText.contains($0.name) && StreamSafeText.contains($0.value) }
            && (query.isEmpty
                || SignableRequest.query(parsing: query).allSatisfy {
                    StreamSafeText.contains($0.0) && StreamSafeText.contains($0.1)
                })
    }
}

extension ServiceFault {
    /// The refusal of text that is not in stream-safe form.
    static let notStreamSafe = ServiceFault(.serialization, StreamSafeText.refusal)
}
