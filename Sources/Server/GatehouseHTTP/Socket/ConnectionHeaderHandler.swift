// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Replaces a non-ASCII `Connection` header with `close`.
///
/// The options of this header are tokens (RFC 9110, section 7.6.1). Hummingbird compares the header as a `String`
/// before a request reaches the gateway, which takes quadratic time for a run of combining marks.
package final class ConnectionHeaderHandler: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart

    /// Creates a handler for one connection.
    package init() {}

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), let options = head.headerFields[.connection],
            !options.utf8.allSatisfy({ $0 < 0x80 })
        else { return context.fireChannelRead(data) }
        head.headerFields[.connection] = "close"
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
