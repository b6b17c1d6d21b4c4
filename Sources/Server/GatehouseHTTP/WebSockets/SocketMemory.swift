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

    /// What becomes of the bytes.
    enum Stage {
        /// They came before the response to the handshake: they are counted and dropped.
        case handshake
        /// The decoder gets them.
        case frames
        /// They are dropped.
        case over
    }

    /// What becomes of the next bytes.
    var stage = Stage.handshake {
        didSet { if stage == .over { pending = 0 } }
    }
    /// The bytes that the decoder keeps, because their frame is not complete, or that came before the response.
    private(set) var pending = 0
    /// Whether a frame has ended in the present piece of bytes.
    private var hasDecoded = false
    /// Called after each piece of bytes.
    var didRead: () -> Void = {}

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard stage != .over else { return }
        let size = unwrapInboundIn(data).readableBytes
        pending += size
        guard stage == .frames else { return }
        hasDecoded = false
        context.fireChannelRead(data)
        // Whatever form its length has, a frame that ends in a piece leaves no more than the piece.
        if hasDecoded { pending = min(pending, size) }
        didRead()
    }

    /// Records that the decoder has read a frame.
    func didDecode(_ frame: WebSocketFrame) {
        hasDecoded = true
        let length = frame.length
        let head = 2 + (length > 125 ? (length > 65_535 ? 8 : 2) : 0) + (frame.maskKey == nil ? 0 : 4)
        pending = max(pending - head - length, 0)
    }
}
