// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL

/// Sets up the handlers of a connection: the limit of connections, TLS, HTTP and its rules, deadlines.
struct GatewayChannel: ServerChildChannel {
    typealias Value = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

    let registry: ConnectionRegistry
    let tls: TLSKeeper?
    let limits: SocketLimits
    /// Whether a request's body is a file.
    let takesFile: @Sendable (_ method: String, _ path: String) -> Bool
    /// Whether a request may have a body of `length` bytes.
    let admitsBody: @Sendable (_ method: String, _ path: String, _ length: Int) -> Bool
    /// The function that is called before a connection is closed at a deadline.
    let didLapse: @Sendable () -> Void
    let answer: Conversation.Answer

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let address = Self.address(of: channel)
        let isAdmitted = registry.admits(address)
        if isAdmitted { channel.closeFuture.whenComplete { _ in registry.release(address) } }
        return channel.eventLoop.makeCompletedFuture {
            if !isAdmitted {
                try channel.pipeline.syncOperations.addHandler(RefusalHandler())
            } else if let tls {
                try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls.context))
            }
            try addHTTP(to: channel)
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    /// Adds the codec of HTTP/1, its rules and the deadlines; the deadlines are the server's own, because a library's
    /// idle timeout restarts with every byte of a body.
    private func addHTTP(to channel: any Channel) throws {
        var decoder = NIOHTTPDecoderLimitConfiguration()
        decoder.maxHeaderFieldSize = limits.maximumHeaderSize
        decoder.maxHeaderListSize = limits.maximumHeaderSize
        decoder.maxHeaderFieldCount = 100
        let pipeline = channel.pipeline.syncOperations
        // The values of headers are made legal when a response is converted.
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false,
            withEncoderConfiguration: .init(), withDecoderLimitConfiguration: decoder)
        try pipeline.addHandlers([
            MessageRulesHandler(admitsBody: admitsBody), ConnectionHeaderHandler(), ContinueHandler(),
            RequestDeadlineHandler(limits, takesFile: takesFile, didLapse: didLapse),
        ])
    }

    /// Handles requests in tasks on the connection's own event loop.
    func handle(value: Value, logger: Logger) async {
        let conversation = Conversation(
            answer: answer, remoteAddress: Self.address(of: value.channel), logger: logger)
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            await conversation.run(value)
        }
    }

    /// The address of a connection's client or proxy, without its port; a connection that is already closed has none.
    private static func address(of channel: any Channel) -> String {
        channel.remoteAddress?.ipAddress ?? "unknown"
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
