// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import GatehouseWire

extension RequestFlaw {
    /// The fault; `nil` for a body over the limit, which has a response of its own.
    var fault: ServiceFault? {
        switch self {
        case .noHost: ServiceFault(.serialization, "The request needs a Host header and has none.")
        case .severalHosts: ServiceFault(.serialization, "The request has more than one Host header.")
        case .invalidHost:
            ServiceFault(.serialization, "The Host header must have one host name or address, with or without a port.")
        case .invalidTarget:
            ServiceFault(.serialization, "The request's target must be a path or an HTTP URL of this server.")
        case .unknownTransferCoding:
            ServiceFault(.serialization, "This server supports no transfer coding but chunked.")
        case .transferEncodingOfOldVersion:
            ServiceFault(
                .serialization,
                "A request of HTTP/1.0 cannot have a Transfer-Encoding header: send its body with Content-Length.")
        case .bodyTooLong: nil
        }
    }

    /// The HTTP status of the refusal.
    var status: Int {
        switch self {
        case .noHost, .severalHosts, .invalidHost, .invalidTarget, .transferEncodingOfOldVersion: 400
        case .unknownTransferCoding: 501
        case .bodyTooLong: 413
        }
    }

    /// The response on a port that serves only pages for monitoring; `nil` for a body over the limit, since these pages
    /// do not read bodies.
    var refusal: GatewayResponse? {
        fault.map { .json(["message": .string($0.message)], status: status) }
    }
}
