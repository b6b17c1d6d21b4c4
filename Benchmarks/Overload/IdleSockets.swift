// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import NIOCore
import NIOPosix

/// WebSockets that are open and quiet in a server of its own, `SocketEcho`, and requests beside them.
enum IdleSockets {
    private static let sockets = 10_000
    /// The most memory of the server with all of them, in MiB: as much as connections that send requests may take.
    private static let limit = 256.0
    /// Requests in a second, which one core answers without a queue.
    private static let rate = 500.0
    private static let seconds = 4.0
    /// The connections that are being opened at any time.
    private static let opening = 100
    private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    static func show(beside binary: String) async throws -> Bool {
        var table = Table(columns: [
            "Idle WebSockets", "Opened", "Memory: before, with them, after", "Limit", "Per socket",
            "Request without them: p50, p99", "Beside them: p50, p99", "Promises",
        ])
        let program = URL(filePath: binary).deletingLastPathComponent().appending(path: "SocketEcho").path
        let port = Int.random(in: 20_000..<32_000)
        // Three quarters of the connections may be WebSockets.
        let server = try await MeasuredServer.start(
            [program, "\(port)", "\(sockets * 2)"], port: port, folder: FileManager.default.temporaryDirectory,
            onCore: 0)
        defer { server.stop() }
        let process = server.measured
        let alone = try await requests(to: server)
        let before = process.residentMemory
        let clock = ContinuousClock()
        let start = clock.now
        let channels = try await open(port: port)
        let opened = Double(sockets) / (clock.now - start).seconds
        try await Task.sleep(for: .seconds(1))
        let with = process.residentMemory
        let beside = try await requests(to: server)
        let isOpen = channels.allSatisfy(\.isActive)
        for channel in channels { try? await channel.close() }
        try await Task.sleep(for: .seconds(1))
        var missed: [String] = []
        if with >= limit { missed.append("\(with.rounded(0)) MiB") }
        if !isOpen { missed.append("some were closed") }
        let slow = beside.servedTimes.percentile(99)
        if slow >= 0.5 { missed.append("p99 \(milliseconds(slow))") }
        let failures = beside.failures.values.reduce(beside.timedOut + beside.refusedTimes.count, +)
        if failures > 0 { missed.append("\(failures) requests failed") }
        let cells = [
            "\(sockets)", "\(opened.rounded(0))/s",
            [before, with, process.residentMemory].map { $0.rounded(0) }.joined(separator: ", ") + " MiB",
            "\(limit.rounded(0)) MiB", "\(((with - before) * 1_024 / Double(sockets)).rounded(1)) KiB",
            times(alone), times(beside),
        ]
        table.add(cells, missed: missed)
        return table.holds
    }

    private static func requests(to server: RunningServer) async throws -> PhaseResult {
        let request = ByteBuffer(string: "GET /health HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n")
        let plan = LoadPlan(
            port: server.port, process: server.measured, call: PreparedCalls(requests: [request]),
            phases: [.open(rate: rate, seconds: seconds)])
        return try await OpenLoop.play(plan)[0]
    }

    private static func times(_ result: PhaseResult) -> String {
        [50, 99].map { milliseconds(result.servedTimes.percentile($0)) }.joined(separator: ", ")
    }

    private static func milliseconds(_ seconds: Double) -> String { "\((seconds * 1e3).rounded(1)) ms" }

    /// Opens all sockets.
    private static func open(port: Int) async throws -> [any Channel] {
        let address = try SocketAddress(ipAddress: "127.0.0.1", port: port)
        return try await withThrowingTaskGroup(of: [any Channel].self) { group in
            for _ in 0..<opening {
                group.addTask {
                    var channels: [any Channel] = []
                    for _ in 0..<(sockets / opening) { channels.append(try await open(address)) }
                    return channels
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    private static func open(_ address: SocketAddress) async throws -> any Channel {
        let loop = group.next()
        let opened = loop.makePromise(of: Void.self)
        let channel = try await ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handshake(opened))
                }
            }
            .connect(to: address).get()
        try await opened.futureResult.get()
        return channel
    }
}

/// Sends a handshake when the connection is open, and reads its answer.
private final class Handshake: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let request = ByteBuffer(
        string: "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")

    private let opened: EventLoopPromise<Void>
    private var answer = ""

    init(_ opened: EventLoopPromise<Void>) {
        self.opened = opened
    }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(Self.request), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        answer += String(buffer: unwrapInboundIn(data))
        guard answer.hasSuffix("\r\n\r\n") else { return }
        if answer.hasPrefix("HTTP/1.1 101 ") {
            opened.succeed()
            answer = ""
        } else {
            opened.fail(IncompleteAnswer(from: answer))
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        opened.fail(IncompleteAnswer(from: "a handshake"))
        context.fireChannelInactive()
    }
}
