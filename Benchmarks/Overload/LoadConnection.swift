// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOCore

/// One connection of a load, with at most one call at a time.
final class LoadConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    var call: LoadCall?
    private let load: OpenLoop
    private var reader = AnswerReader()
    private var context: ChannelHandlerContext?

    init(_ load: OpenLoop) {
        self.load = load
    }

    var isOpen: Bool { context != nil }

    func send(_ bytes: ByteBuffer) {
        context?.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
    }

    func close() {
        context?.close(promise: nil)
    }

    func channelActive(context: ChannelHandlerContext) {
        self.context = context
        load.opened(self)
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.context = nil
        load.closed(self)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        reader.append(unwrapInboundIn(data))
        do {
            while let answer = try reader.next() { load.answered(self, answer) }
        } catch {
            context.close(promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

/// One call of a load.
final class LoadCall {
    let phase: Int
    let number: Int
    /// When the call was due; its time counts from here.
    let due: NIODeadline
    var connection: LoadConnection?
    var isInSecondStep = false
    var isOver = false

    init(phase: Int, number: Int, due: NIODeadline) {
        (self.phase, self.number, self.due) = (phase, number, due)
    }
}
