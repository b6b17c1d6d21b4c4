// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire
import NIOCore
import NIOPosix

/// Subscriptions that are open and quiet, ten on each WebSocket.
enum IdleSubscriptions {
    fileprivate static let perSocket = 10
    /// The most memory of the server with all of them, in MiB.
    private static let limit = 64.0
    /// The connections that are being opened at any time.
    private static let opening = 10
    private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    static func measure(_ api: ServedAPI) async throws -> Row {
        let process = api.running.measured
        let before = process.residentMemory
        let address = try SocketAddress(ipAddress: "127.0.0.1", port: api.running.port)
        let channels = try await withThrowingTaskGroup(of: [any Channel].self) { group in
            for _ in 0..<opening {
                group.addTask {
                    var channels: [any Channel] = []
                    for _ in 0..<(DataSizes.sockets / opening) { channels.append(try await open(address, api)) }
                    return channels
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        try await Task.sleep(for: .seconds(1))
        let with = process.residentMemory
        let areOpen = channels.allSatisfy(\.isActive)
        for channel in channels { try? await channel.close() }
        let count = DataSizes.sockets * perSocket
        return Row(
            name: "\(count.grouped) idle subscriptions on \(DataSizes.sockets.grouped) sockets, anonymous memory",
            result: "\(with.rounded(1)) MiB, \(((with - before) * 1_024 / Double(count)).rounded(1)) KiB each"
                + (areOpen ? "" : ", **some were closed**"),
            limit: "\(limit.rounded(0)) MiB", ratio: "\((with / limit).rounded(2)) ×",
            promise: "≤ \(limit.rounded(0)) MiB", holds: areOpen && with <= limit)
    }

    private static func open(_ address: SocketAddress, _ api: ServedAPI) async throws -> any Channel {
        let loop = group.next()
        let opened = loop.makePromise(of: Void.self)
        let (port, key) = (api.running.port, api.key)
        let channel = try await ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Subscriber(opened, port: port, key: key))
                }
            }
            .connect(to: address).get()
        try await opened.futureResult.get()
        return channel
    }
}

/// A client of `graphql-ws`: connects, subscribes, and waits until all subscriptions are acknowledged.
private final class Subscriber: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let query = "subscription { onCreateNote { id text } }"

    private let opened: EventLoopPromise<Void>
    private let host: String
    private let key: String
    private var isConnected = false
    private var answer = ""

    init(_ opened: EventLoopPromise<Void>, port: Int, key: String) {
        self.opened = opened
        host = "localhost:\(port)"
        self.key = key
    }

    func channelActive(context: ChannelHandlerContext) {
        let request =
            "GET /graphql/realtime HTTP/1.1\r\nHost: \(host)\r\nx-api-key: \(key)\r\nUpgrade: websocket\r\n"
            + "Connection: Upgrade\r\nSec-WebSocket-Protocol: graphql-ws\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        answer += String(buffer: unwrapInboundIn(data))
        guard isConnected else { return connect(context) }
        let acknowledged = answer.ranges(of: "start_ack").count
        if acknowledged == IdleSubscriptions.perSocket {
            opened.succeed()
            answer = ""
        } else if answer.contains("error") {
            opened.fail(IncompleteAnswer(from: answer))
        }
    }

    private func connect(_ context: ChannelHandlerContext) {
        guard answer.hasSuffix("\r\n\r\n") else { return }
        guard answer.hasPrefix("HTTP/1.1 101 ") else { return opened.fail(IncompleteAnswer(from: answer)) }
        isConnected = true
        answer = ""
        send(["type": "connection_init"], context)
        let request = WireValue.object(["query": .string(Self.query)])
        let authorization: WireValue = ["x-api-key": .string(key), "host": .string(host)]
        for number in 0..<IdleSubscriptions.perSocket {
            let payload: WireValue = [
                "data": .string(String(decoding: request.jsonBytes(), as: UTF8.self)),
                "extensions": ["authorization": authorization],
            ]
            send(["type": "start", "id": .string("\(number)"), "payload": payload], context)
        }
    }

    /// Sends a text in one frame, whose mask has no bits.
    private func send(_ message: WireValue, _ context: ChannelHandlerContext) {
        let text = message.jsonBytes()
        var frame = ByteBuffer(bytes: [0x81, text.count < 126 ? 0x80 | UInt8(text.count) : 0xFE])
        if text.count >= 126 { frame.writeInteger(UInt16(text.count)) }
        frame.writeInteger(UInt32(0))
        frame.writeBytes(text)
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        opened.fail(IncompleteAnswer(from: "a handshake"))
        context.fireChannelInactive()
    }
}
