// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOCore
import NIOPosix
import NIOSSL

/// A connection that sends the test's bytes unchanged.
struct RawConnection {
    private typealias Channel = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator

    /// Connects to a port of this machine, with TLS if there is something to trust, while `body` runs.
    static func open<Result: Sendable>(
        port: Int, trusting trust: NIOSSLContext? = nil, body: (inout RawConnection) async throws -> Result
    ) async throws -> Result {
        // An address and not a name, which would wait for a thread to look it up.
        let address = try SocketAddress(ipAddress: "127.0.0.1", port: port)
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(.minutes(2))
            .connect(to: address) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let trust {
                        let handler = try NIOSSLClientHandler(context: trust, serverHostname: "localhost")
                        try channel.pipeline.syncOperations.addHandler(handler)
                    }
                    return try Channel(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var connection = RawConnection(outbound: outbound, inbound: inbound.makeAsyncIterator())
            return try await body(&connection)
        }
    }

    /// Sends a text.
    /// - Returns: whether the server had not closed before.
    @discardableResult
    func send(_ text: String) async -> Bool {
        (try? await outbound.write(ByteBuffer(string: text))) != nil
    }

    /// Reads until what has come satisfies `isEnough`, or until the server closes, in whatever way.
    mutating func read(until isEnough: (String) -> Bool = { _ in false }) async -> String {
        var received = ""
        while !isEnough(received), let part = try? await inbound.next(isolation: #isolation) {
            received += String(buffer: part)
        }
        return received
    }
}
