// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOCore

/// Closes a connection that exceeds a limit.
///
/// It closes the connection only after its handlers are set up, because an error during the set-up would stop the
/// listening socket.
final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    func channelActive(context: ChannelHandlerContext) {
        context.close(promise: nil)
    }
}
