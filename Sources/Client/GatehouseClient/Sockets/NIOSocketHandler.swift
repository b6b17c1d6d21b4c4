// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if AsyncHTTPClient && os(Linux)
import GatehouseCrypto
import NIOCore
import NIOWebSocket

/// The output of a client on a channel after the change to WebSockets.
enum SocketOutput: Sendable {
    case message(SocketMessage)
    case close(SocketClosure)
}

/// One open WebSocket on its event loop: carries out what the conversation decides.
final class NIOSocketHandler: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundIn = SocketOutput
    typealias OutboundOut = WebSocketFrame

    /// The time in which the server ends the connection after the close frames; then the client does.
    private static let linger = TimeAmount.seconds(2)

    private let inbox: SocketInbox
    private let entropy: Entropy
    private let messageLimit: Int
    private var conversation: SocketConversation
    private var unsentPong: [UInt8]?
    private var ending: Scheduled<Void>?

    init(_ inbox: SocketInbox, messageLimit: Int, entropy: Entropy) {
        self.inbox = inbox
        self.entropy = entropy
        self.messageLimit = messageLimit
        conversation = SocketConversation(messageLimit: messageLimit)
    }

    // MARK: - From the server

    /// Reads from the network only while the inbox has room: a slow reader makes the server wait.
    func read(context: ChannelHandlerContext) {
        if inbox.mayRead() { context.read() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        let step = conversation.receive(
            SocketFrame(
                opcode: UInt8(webSocketOpcode: frame.opcode),
                payload: Array(frame.unmaskedData.readableBytesView),
                isFinal: frame.fin,
                hasReservedBits: frame.rsv1 || frame.rsv2 || frame.rsv3,
                isMasked: frame.maskKey != nil
            ))
        perform(step, context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        ending?.cancel()
        perform(conversation.fail(SocketError(.connectionLost)), context)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength:
            perform(conversation.fail(SocketError(.tooLarge(limit: messageLimit))), context)
        case is NIOWebSocketError:
            perform(conversation.fail(SocketError(.violation(.controlFrame))), context)
        // After a broken frame, no bytes can be read; the connection is about to end.
        case is ByteToMessageDecoderError: break
        default:
            perform(conversation.fail(SocketError(.connectionLost, cause: error)), context)
            context.close(promise: nil)
        }
    }

    private func perform(_ step: SocketConversation.Step, _ context: ChannelHandlerContext) {
        switch step {
        case .nothing: break
        case .deliver(let message): inbox.offer(message)
        case .pong(let payload): pong(payload, context)
        case .end(let end, let farewell):
            if let farewell { write(.connectionClose, farewell.payload, context, nil) }
            context.flush()
            inbox.finish(end)
            let channel = context.channel
            guard channel.isActive else { return }
            ending = context.eventLoop.scheduleTask(in: Self.linger) { channel.close(promise: nil) }
            // Reading may have paused; the end of the connection is read as well.
            context.read()
        }
    }

    /// Answers a ping; of several that came while the server took nothing, only the last one (RFC 6455, section 5.5.3).
    private func pong(_ payload: [UInt8], _ context: ChannelHandlerContext) {
        guard context.channel.isWritable else {
            unsentPong = payload
            return
        }
        write(.pong, payload, context, nil)
        context.flush()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable, let payload = unsentPong, conversation.isOpen {
            unsentPong = nil
            pong(payload, context)
        }
        context.fireChannelWritabilityChanged()
    }

    // MARK: - To the server

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .message where !conversation.isOpen: promise?.fail(SocketError(.closed))
        case .message(.text(let text)): write(.text, text.utf8, context, promise)
        case .message(.binary(let data)): write(.binary, data, context, promise)
        case .close(let closure):
            guard conversation.close(closure) else {
                promise?.succeed()
                return
            }
            inbox.discard()
            write(.connectionClose, closure.payload, context, promise)
            context.flush()
            context.read()
        }
    }

    private func write(
        _ opcode: WebSocketOpcode, _ payload: some Collection<UInt8>, _ context: ChannelHandlerContext,
        _ promise: EventLoopPromise<Void>?
    ) {
        let frame = WebSocketFrame(
            fin: true, opcode: opcode, maskKey: WebSocketMaskingKey(entropy.bytes(4)),
            data: ByteBuffer(bytes: payload))
        context.write(wrapOutboundOut(frame), promise: promise)
    }
}
#endif
