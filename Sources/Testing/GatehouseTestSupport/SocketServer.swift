// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if AsyncHTTPClient && os(Linux)
package import Foundation
package import NIOCore
import NIOHTTP1
import NIOPosix
package import NIOWebSocket
import Testing

/// The server's side of one WebSocket in a test: frames in and out, with no rule of its own.
package struct SocketPeer: ~Copyable {
    /// The frames in and out.
    package typealias Pipe = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

    fileprivate var frames: NIOAsyncChannelInboundStream<WebSocketFrame>.AsyncIterator
    fileprivate let outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>

    /// Waits for a frame of the client; nil when the client has ended the connection.
    package mutating func next() async throws -> WebSocketFrame? {
        try await frames.next(isolation: #isolation)
    }

    /// Waits for a frame, and checks its mask.
    package mutating func expect(_ opcode: WebSocketOpcode, _ text: String) async throws {
        let frame = try #require(try await next())
        #expect(frame.opcode == opcode)
        #expect(String(buffer: frame.unmaskedData) == text)
        #expect(frame.maskKey != nil)
    }

    /// Waits for a close frame and returns its payload; nil if the connection ends without one.
    package mutating func closing() async throws -> [UInt8]? {
        while let frame = try await next() {
            if frame.opcode == .connectionClose { return Array(frame.unmaskedData.readableBytesView) }
        }
        return nil
    }

    /// Sends a frame.
    package func send(_ frame: WebSocketFrame) async throws {
        try await outbound.write(frame)
    }

    /// Sends a frame with a text.
    package func send(_ opcode: WebSocketOpcode, _ text: String = "", isFinal: Bool = true) async throws {
        try await send(WebSocketFrame(fin: isFinal, opcode: opcode, data: ByteBuffer(string: text)))
    }

    /// Sends a close frame.
    package func close(_ payload: [UInt8]) async throws {
        try await send(WebSocketFrame(fin: true, opcode: .connectionClose, data: ByteBuffer(bytes: payload)))
    }
}

/// A WebSocket server on loopback whose connections follow a script.
package enum SocketServer {
    /// What happens on a connection; it ends with the script.
    package typealias Script = @Sendable (inout SocketPeer) async throws -> Void

    /// Runs a server while a body talks to it, and waits for the scripts of all connections to end.
    ///
    /// - Parameters:
    ///   - subprotocol: the subprotocol in the server's half of the handshake, whatever the client offers.
    ///   - script: what happens on a connection; it ends with the script.
    ///   - body: the clients, given the server's address.
    /// - Throws: the error of the body.
    package static func serving(
        subprotocol: String? = nil,
        _ script: @escaping Script,
        to body: (URL) async throws -> Void
    ) async throws {
        let server = try await listen(subprotocol)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await accept(server, script) }
            let port = try #require(server.channel.localAddress?.port)
            let url = try #require(URL(string: "ws://127.0.0.1:\(port)/socket?a=1"))
            try await body(url)
            try await server.channel.close()
            try await group.waitForAll()
        }
    }

    /// Sends every message back until the client closes, and answers the close frame.
    package static let echo: Script = { peer in
        while let frame = try await peer.next() {
            let data = frame.unmaskedData
            try await peer.send(WebSocketFrame(fin: frame.fin, opcode: frame.opcode, data: data))
            if frame.opcode == .connectionClose { return }
        }
    }

    private static func listen(
        _ subprotocol: String?
    ) async throws -> NIOAsyncChannel<EventLoopFuture<SocketPeer.Pipe?>, Never> {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let upgrader = NIOTypedWebSocketServerUpgrader<SocketPeer.Pipe?>(
                        maxFrameSize: 1 << 26,
                        enableAutomaticErrorHandling: false,
                        shouldUpgrade: { channel, _ in
                            let chosen = subprotocol.map { [("Sec-WebSocket-Protocol", $0)] } ?? []
                            return channel.eventLoop.makeSucceededFuture(HTTPHeaders(chosen))
                        },
                        upgradePipelineHandler: { channel, _ in
                            channel.eventLoop.makeCompletedFuture {
                                try SocketPeer.Pipe(wrappingChannelSynchronously: channel)
                            }
                        }
                    )
                    let upgrade = NIOTypedHTTPServerUpgradeConfiguration<SocketPeer.Pipe?>(upgraders: [upgrader]) {
                        $0.eventLoop.makeSucceededFuture(nil)
                    }
                    return try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
                        configuration: .init(upgradeConfiguration: upgrade))
                }
            }
    }

    private static func accept(
        _ server: NIOAsyncChannel<EventLoopFuture<SocketPeer.Pipe?>, Never>,
        _ script: @escaping Script
    ) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            try await server.executeThenClose { connections in
                for try await connection in connections {
                    group.addTask { await serve(connection, script) }
                }
            }
        }
    }

    private static func serve(_ connection: EventLoopFuture<SocketPeer.Pipe?>, _ script: Script) async {
        do {
            // A client that goes away before the handshake is complete has no script.
            guard let pipe = try await connection.get() else { return }
            try await pipe.executeThenClose { inbound, outbound in
                var peer = SocketPeer(frames: inbound.makeAsyncIterator(), outbound: outbound)
                try await script(&peer)
            }
        } catch is ChannelError {
            // The client has ended the connection.
        } catch is IOError {
            // The client has ended the connection, with bytes on their way.
        } catch {
            Issue.record(error)
        }
    }
}
#endif
