// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOSSL

/// Sets up the handlers of a connection: the limit of connections, TLS, deadlines, HTTP.
struct GatewayChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    let registry: ConnectionRegistry
    let tls: TLSKeeper?
    let http: HTTP1Channel
    /// Whether a request may have a body of `length` bytes.
    let admitsBody: @Sendable (_ method: String, _ path: String, _ length: Int) -> Bool

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let address = SocketContext.address(of: channel)
        let isAdmitted = registry.admits(address)
        if isAdmitted { channel.closeFuture.whenComplete { _ in registry.release(address) } }
        return channel.eventLoop.makeCompletedFuture {
            if !isAdmitted {
                try channel.pipeline.syncOperations.addHandler(RefusalHandler())
            } else if let tls {
                try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls.context))
            }
        }.flatMap { http.setup(channel: channel, logger: logger) }
            .flatMapThrowing { value in
                try addRules(to: channel)
                return value
            }
    }

    /// Adds the rules of HTTP/1 before the codec for version-independent messages.
    private func addRules(to channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
        let rules = MessageRulesHandler(admitsBody: admitsBody)
        try pipeline.addHandler(rules, position: ChannelPipeline.SynchronousOperations.Position.before(codec))
    }

    /// Handles requests in tasks on the connection's own event loop.
    func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            await http.handle(value: value, logger: logger)
        }
    }
}

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
