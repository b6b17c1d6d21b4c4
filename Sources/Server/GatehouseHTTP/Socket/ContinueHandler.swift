// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers `Expect: 100-continue` at once with `100 Continue`, as RFC 9110 (section 10.1.1) has it, so that clients do
/// not wait before they send the body.
final class ContinueHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data),
            HeaderName.areEqual(head.headerFields[.expect] ?? "", "100-continue")
        {
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
        context.fireChannelRead(data)
    }
}
