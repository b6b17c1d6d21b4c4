// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOCore
import NIOWebSocket

/// Counts the bytes that arrive on a WebSocket, before the decoder of frames keeps them.
final class SocketIntake: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// The bytes that the decoder keeps, because their frame is not complete.
    private(set) var pending = 0
    /// Called after each piece of bytes.
    var didRead: () -> Void = {}

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        pending += unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
        didRead()
    }

    /// Records that the decoder has read a frame.
    func didDecode(_ frame: WebSocketFrame) {
        let length = frame.length
        let head = 2 + (length > 125 ? (length > 65_535 ? 8 : 2) : 0) + (frame.maskKey == nil ? 0 : 4)
        pending = max(pending - head - length, 0)
    }
}
