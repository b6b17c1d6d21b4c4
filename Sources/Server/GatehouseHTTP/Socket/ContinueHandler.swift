// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway
package import NIOCore
package import NIOHTTP1

/// Sends `100 Continue` at once for `Expect: 100-continue` (RFC 9110, section 10.1.1), so that clients do not wait
/// before they send the body.
///
/// While an earlier request of the connection has no complete response, nothing is sent, because it would be within
/// that response. The client then sends the body after its own timeout.
package final class ContinueHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias InboundOut = HTTPServerRequestPart
    package typealias OutboundIn = HTTPServerResponsePart
    package typealias OutboundOut = HTTPServerResponsePart

    /// The number of requests whose head was read and whose response is not complete.
    private var unanswered = 0

    /// Creates a handler for one connection.
    package init() {}

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            if unanswered == 0, HeaderName.areEqual(head.headers.first(name: "Expect") ?? "", "100-continue") {
                let response = HTTPResponseHead(version: .http1_1, status: .continue)
                context.writeAndFlush(wrapOutboundOut(.head(response)), promise: nil)
            }
            unanswered += 1
        }
        context.fireChannelRead(data)
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { unanswered -= 1 }
        context.write(data, promise: promise)
    }
}
