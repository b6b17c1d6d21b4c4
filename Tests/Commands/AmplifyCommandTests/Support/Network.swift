// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseTesting

/// The way to a server, or to none.
struct Network: Transport {
    let server: InProcessTransport?

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard let server else { throw TransportError(.unreachable) }
        return try await server.send(request)
    }
}
