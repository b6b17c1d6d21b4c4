// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if AsyncHTTPClient && os(Linux)
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Sends the client's half of the handshake, checks the server's, and makes the channel a WebSocket.
final class NIOSocketHandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private enum Phase {
        case waiting
        /// The server's half has passed every check, and chose this subprotocol.
        case accepted(subprotocol: String?)
        /// The handlers of HTTP are on their way out; what follows the handshake is bytes.
        case upgrading
    }

    private let plan: SocketPlan
    private let opened: EventLoopPromise<NIOSocketConnection>
    private let encoder = HTTPRequestEncoder()
    private let decoder = ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .forwardBytes))
    private var phase = Phase.waiting
    private var early: [NIOAny] = []

    init(_ plan: SocketPlan, _ opened: EventLoopPromise<NIOSocketConnection>) {
        self.plan = plan
        self.opened = opened
    }

    func handlerAdded(context: ChannelHandlerContext) {
        do {
            try context.pipeline.syncOperations.addHandlers([encoder, decoder], position: .before(self))
        } catch {
            opened.fail(error)
            return
        }
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: plan.address.target)
        head.headers.add(name: "Host", value: plan.address.authority)
        for header in plan.handshake.headers { head.headers.add(name: header.name, value: header.value) }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        let opened = opened
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenFailure { opened.fail($0) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .upgrading = phase {
            early.append(data)
            return
        }
        switch (unwrapInboundIn(data), phase) {
        case (.head(let head), .waiting): check(head)
        case (.end, .accepted(let subprotocol)): upgrade(context, subprotocol)
        default: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        opened.fail(SocketError(.connectionLost))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        opened.fail(error)
    }

    private func check(_ head: HTTPResponseHead) {
        let headers = head.headers.map { (name: $0.name, value: $0.value) }
        do throws(SocketError) {
            phase = .accepted(
                subprotocol: try plan.handshake.subprotocol(status: Int(head.status.code), headers: headers))
        } catch {
            opened.fail(error)
        }
    }

    private func upgrade(_ context: ChannelHandlerContext, _ subprotocol: String?) {
        phase = .upgrading
        let pipeline = context.pipeline.syncOperations
        // The decoder leaves later, and then hands over what came with the handshake; until then it would take frames
        // for parts of a request.
        pipeline.removeHandler(encoder)
            .and(pipeline.removeHandler(decoder))
            .assumeIsolated()
            .whenComplete { result in
                switch result {
                case .success: self.begin(context, subprotocol)
                case .failure(let error): self.opened.fail(error)
                }
            }
    }

    private func begin(_ context: ChannelHandlerContext, _ subprotocol: String?) {
        let request = plan.request
        let inbox = SocketInbox(messages: request.queueLimit, bytes: request.messageLimit)
        let longestFrame = min(max(request.messageLimit, 125), Int(UInt32.max))
        do {
            try context.pipeline.syncOperations.addHandlers([
                WebSocketFrameEncoder(),
                ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: longestFrame)),
                NIOSocketHandler(inbox, messageLimit: request.messageLimit, entropy: plan.entropy),
            ])
        } catch {
            opened.fail(error)
            return
        }
        opened.succeed(
            NIOSocketConnection(
                context.channel, inbox, subprotocol: subprotocol, closeTimeout: request.closeTimeout, clock: plan.clock)
        )
        for data in early { context.fireChannelRead(data) }
        context.fireChannelReadComplete()
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }
}
#endif
