// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import GatehouseOutbound

/// A server on this machine that answers each head with the same bytes, or accepts no connection.
final class RawServer: Sendable {
    let port: Int
    private let state: Record
    private let channel: any Channel

    /// What connections record; apart from the server, which the handlers must not keep.
    final class Record: Sendable {
        private let values = Mutex((connections: 0, heads: [String]()))

        var connections: Int { values.withLock { $0.connections } }
        var heads: [String] { values.withLock { $0.heads } }
        func connected() { values.withLock { $0.connections += 1 } }
        func heard(_ head: String) { values.withLock { $0.heads.append(head) } }
    }

    init(
        _ answer: String, closes: Bool = false, accepts: Bool = true, host: String = "127.0.0.1"
    ) async throws {
        let record = Record()
        state = record
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.autoRead, value: accepts)
            .serverChannelOption(.backlog, value: Int32(accepts ? 256 : 0))
            .childChannelInitializer { channel in
                record.connected()
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        RawAnswer(answer: answer, closes: closes, record: record))
                }
            }
            .bind(host: host, port: 0).get()
        port = channel.localAddress?.port ?? 0
    }

    var connections: Int { state.connections }
    var heads: [String] { state.heads }

    /// Ends the server, whose port then refuses connections.
    func close() async throws { try await channel.close() }

    /// A fetch for which every name points to this server, or to other addresses.
    func fetch(listed: String, addresses: [(String, Int)]? = nil) throws -> PolicedFetch {
        let policy = AddressPolicy(listed: try #require(NetworkList(listed)))
        return try PolicedFetch(policy: policy, places: FetchPlaces()) { _, port in
            try (addresses ?? [("127.0.0.1", port)]).map { try SocketAddress(ipAddress: $0, port: $1) }
        }
    }

    func request(
        _ url: String? = nil, bodyLimit: Int = 100, timeLimit: Duration = .seconds(200)
    ) -> OutboundRequest {
        OutboundRequest(
            url: url ?? "http://provider.example:\(port)/path?query",
            headers: [OutboundHeader("Accept", "application/json")], bodyLimit: bodyLimit, timeLimit: timeLimit)
    }
}

private final class RawAnswer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: String
    private let closes: Bool
    private let record: RawServer.Record
    private var text = ""

    init(answer: String, closes: Bool, record: RawServer.Record) {
        self.answer = answer
        self.closes = closes
        self.record = record
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        text += String(buffer: unwrapInboundIn(data))
        guard text.hasSuffix("\r\n\r\n") else { return }
        record.heard(text)
        guard !answer.isEmpty else { return }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
        if closes { context.close(promise: nil) }
    }
}
