// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway
package import NIOCore
package import NIOHTTP1

/// Replaces a non-ASCII `Connection` header with `close`.
///
/// The options of this header are tokens (RFC 9110, section 7.6.1), so other text must not reach code that compares
/// it as a `String`, which takes quadratic time for a run of combining marks.
package final class ConnectionHeaderHandler: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias InboundOut = HTTPServerRequestPart

    /// Creates a handler for one connection.
    package init() {}

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data),
            head.headers.contains(where: { HeaderName.areEqual($0.name, "Connection") && !Self.isASCII($0.value) })
        else { return context.fireChannelRead(data) }
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }
}
