// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseWire
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLError {
    /// The error of a request that got no answer.
    init(_ fault: ServiceFault) {
        self =
            (fault.cause as? TransportError)?.urlError
            ?? URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: fault.message])
    }
}
