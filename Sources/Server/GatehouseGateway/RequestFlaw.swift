// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// A reason in the head of an HTTP/1 message for which the server refuses the request and closes the connection.
package enum RequestFlaw: String {
    /// An HTTP/1.1 request has no `Host` header (RFC 9112, section 3.2).
    case noHost
    /// A request has several `Host` headers (RFC 9112, section 3.2).
    case severalHosts
    /// An HTTP/1.0 request has a `Transfer-Encoding` header (RFC 9112, section 6.1).
    case transferEncodingOfOldVersion
    /// A client waits for `100 Continue` before it sends a body that is over the limit.
    case bodyTooLong

    /// The header in which a connection passes a flaw to the gateway; it removes such a header from a client.
    package static let headerName = "Gatehouse-Request-Flaw"

    /// The fault; `nil` for a body over the limit, which has a response of its own.
    var fault: ServiceFault? {
        switch self {
        case .noHost: ServiceFault(.serialization, "The request needs a Host header and has none.")
        case .severalHosts: ServiceFault(.serialization, "The request has more than one Host header.")
        case .transferEncodingOfOldVersion:
            ServiceFault(
                .serialization,
                "A request of HTTP/1.0 cannot have a Transfer-Encoding header: send its body with Content-Length.")
        case .bodyTooLong: nil
        }
    }
}

extension GatewayRequest {
    /// The flaw that the request's connection found in its head.
    var flaw: RequestFlaw? { header(RequestFlaw.headerName).flatMap { RequestFlaw(rawValue: $0) } }
}
