// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL

/// Sets up the handlers of a connection: the limit of connections, TLS, HTTP/1, and the requests.
struct GatewayChannel: ServerChildChannel {
    /// A connection whose handlers are set up.
    struct Value: ServerChildChannelValue {
        let channel: any Channel
    }

    /// The memory into which a connection reads: one buffer, which begins with the size of a usual request and grows
    /// for a body that arrives fast.
    private static let receiving = AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 2_048, maximum: 16_384)

    let registry: ConnectionRegistry
    let tls: TLSKeeper?
    let service: ConnectionService

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let address = Self.address(of: channel)
        let isAdmitted = registry.admits(address)
        if isAdmitted {
            service.work.begin()
            channel.closeFuture.whenComplete { _ in
                registry.release(address)
                service.work.end()
            }
        }
        return channel.eventLoop.makeCompletedFuture {
            guard isAdmitted else {
                try channel.pipeline.syncOperations.addHandler(RefusalHandler())
                return Value(channel: channel)
            }
            try channel.syncOptions?.setOption(.recvAllocator, value: Self.receiving)
            try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
            if let tls {
                try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls.context))
            }
            let connection = ConnectionHandler(service, remoteAddress: address, on: channel.eventLoop)
            if let memory = service.memory {
                try channel.pipeline.syncOperations.addHandler(HeadMemoryHandler(connection.headProgress, in: memory))
            }
            try channel.pipeline.syncOperations.addHandlers([
                // The bytes after an upgrade are of another protocol.
                ByteToMessageHandler(
                    HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: decoderLimits)),
                connection,
            ])
            return Value(channel: channel)
        }
    }

    private var decoderLimits: NIOHTTPDecoderLimitConfiguration {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = service.limits.maximumHeaderSize
        limits.maxHeaderListSize = service.limits.maximumHeaderSize
        limits.maxHeaderFieldCount = 100
        return limits
    }

    /// Does nothing: the connection's handler handles its requests.
    func handle(value: Value, logger: Logger) async {}

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
