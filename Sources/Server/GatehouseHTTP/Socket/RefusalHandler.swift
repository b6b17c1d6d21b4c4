// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOCore

/// Closes a connection that is one too many.
///
/// It is closed only once its handlers are in place: a set-up that fails would end the listening for all.
final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    func channelActive(context: ChannelHandlerContext) {
        context.close(promise: nil)
    }
}
