// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway
import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Sends `100 Continue` at once for `Expect: 100-continue` (RFC 9110, section 10.1.1), so that clients do not wait
/// before they send the body.
///
/// While an earlier request of the connection has no complete response, nothing is sent, because it would be within
/// that response. The client then sends the body after its own timeout.
package final class ContinueHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// The number of requests whose head was read and whose response is not complete.
    private var unanswered = 0

    /// Creates a handler for one connection.
    package init() {}

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            if unanswered == 0, HeaderName.areEqual(head.headerFields[.expect] ?? "", "100-continue") {
                context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
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
