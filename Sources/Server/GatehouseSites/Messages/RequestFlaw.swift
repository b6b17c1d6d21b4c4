// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A reason in the head of an HTTP/1 message for which the server refuses the request and closes the connection.
package enum RequestFlaw: Sendable {
    /// An HTTP/1.1 request has no `Host` header (RFC 9112, section 3.2).
    case noHost
    /// A request has several `Host` headers (RFC 9112, section 3.2).
    case severalHosts
    /// A `Host` header has another form than one host with an optional port (RFC 9112, section 3.2).
    case invalidHost
    /// A target is neither a path nor an HTTP URL (RFC 9112, section 3.2); a target of `CONNECT` is neither.
    case invalidTarget
    /// A request has another transfer coding than `chunked` (RFC 9112, section 6.1).
    case unknownTransferCoding
    /// An HTTP/1.0 request has a `Transfer-Encoding` header (RFC 9112, section 6.1).
    case transferEncodingOfOldVersion
    /// A client waits for `100 Continue` before it sends a body that is over the limit.
    case bodyTooLong
}
