// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Answers `Expect: 100-continue` at once with `100 Continue`, as RFC 9110 (section 10.1.1) has it, so that clients do
/// not wait before they send the body.
///
/// While an earlier request of the connection is not answered yet, nothing is written: it would stand in the middle of
/// that answer. The client then sends the body after a pause of its own.
package final class ContinueHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// Requests whose head was read, and whose answer is not written in full.
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
