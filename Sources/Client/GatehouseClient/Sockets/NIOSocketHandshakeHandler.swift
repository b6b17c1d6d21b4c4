// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if AsyncHTTPClient && os(Linux)
import NIOCore
import NIOWebSocket

/// Sends the client's half of the handshake, checks the server's, and makes the channel a WebSocket.
///
/// It changes the pipeline within the event that brought the end of the server's half. So the frames behind that are read
/// even if the server has closed the connection already.
final class NIOSocketHandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let plan: SocketPlan
    private let opened: EventLoopPromise<NIOSocketConnection>
    private var received: [UInt8] = []
    private var isOver = false

    init(_ plan: SocketPlan, _ opened: EventLoopPromise<NIOSocketConnection>) {
        self.plan = plan
        self.opened = opened
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let request = ByteBuffer(string: plan.handshake.request(to: plan.address))
        let opened = opened
        context.writeAndFlush(wrapOutboundOut(request)).whenFailure { opened.fail($0) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        received += unwrapInboundIn(data).readableBytesView
        while !isOver {
            switch SocketResponseHead.read(received) {
            case .incomplete: return
            case .notHTTP: fail(SocketError(.handshake(.http)))
            case .complete(let head, let length):
                received.removeFirst(length)
                // Interim answers, such as 103, come before the answer (RFC 9110, section 15.2).
                if head.status == 101 || !(100..<200).contains(head.status) { check(head, context) }
            }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(SocketError(.connectionLost))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(error)
    }

    private func fail(_ error: any Error) {
        isOver = true
        received = []
        opened.fail(error)
    }

    private func check(_ head: SocketResponseHead, _ context: ChannelHandlerContext) {
        do {
            try upgrade(context, plan.handshake.subprotocol(status: head.status, headers: head.headers))
        } catch {
            fail(error)
        }
    }

    private func upgrade(_ context: ChannelHandlerContext, _ subprotocol: String?) throws {
        isOver = true
        let request = plan.request
        let inbox = SocketInbox(messages: request.queueLimit, bytes: request.messageLimit)
        let longestFrame = min(max(request.messageLimit, 125), Int(UInt32.max))
        try context.pipeline.syncOperations.addHandlers([
            WebSocketFrameEncoder(),
            ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: longestFrame)),
            NIOSocketHandler(inbox, messageLimit: request.messageLimit, entropy: plan.entropy),
        ])
        opened.succeed(
            NIOSocketConnection(
                context.channel, inbox, subprotocol: subprotocol, closeTimeout: request.closeTimeout, clock: plan.clock)
        )
        if !received.isEmpty { context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: received))) }
        received = []
        context.fireChannelReadComplete()
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }
}
#endif
