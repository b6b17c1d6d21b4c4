// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseWire
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLError {
    /// The error of a request that got no answer: that of URLSession where it sent the request, else one of the same code.
    init(_ fault: ServiceFault) {
        let error = fault.cause as? TransportError
        if let cause = error?.cause as? URLError {
            self = cause
        } else {
            self.init(Code(error?.kind), userInfo: [NSLocalizedDescriptionKey: fault.message])
        }
    }
}

extension URLError.Code {
    fileprivate init(_ kind: TransportError.Kind?) {
        self =
            switch kind {
            case .unreachable: .cannotConnectToHost
            case .tls: .secureConnectionFailed
            case .connectionLost: .networkConnectionLost
            case .timedOut: .timedOut
            case .cancelled: .cancelled
            case .tooLarge: .dataLengthExceedsMaximum
            case .badRequest: .badURL
            case nil: .unknown
            }
    }
}
