// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import NIOCore
import NIOWebSocket

/// The memory of a WebSocket: incomplete frames, and messages that wait.
struct SocketMemory {
    private let budget: BodyBudget?
    private let subscriber: Subscriber
    private var held = 0

    init(_ budget: BodyBudget?, remoteAddress: String) {
        self.budget = budget
        subscriber = Subscriber(remoteAddress)
    }

    /// Counts what is held now; throws an error if the budget is exceeded, and then the count stays as it was.
    mutating func set(_ bytes: Int) throws(BodyBudget.Exhausted) {
        if bytes > held { try budget?.take(bytes - held, for: subscriber) }
        if bytes < held { budget?.giveBack(held - bytes, of: subscriber) }
        held = bytes
    }

    /// Releases everything.
    mutating func giveBack() {
        if held > 0 { budget?.giveBack(held, of: subscriber) }
        held = 0
    }
}

/// Counts the bytes that arrive on a WebSocket, before the decoder of frames keeps them.
final class SocketIntake: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// Whether the connection has changed to WebSockets; bytes before that are dropped.
    var isOpen = false
    /// The bytes that the decoder keeps, because their frame is not complete.
    private(set) var pending = 0
    /// Called after each piece of bytes.
    var didRead: () -> Void = {}

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        pending += unwrapInboundIn(data).readableBytes
        guard isOpen else { return }
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
