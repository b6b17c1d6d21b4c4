// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseHTTP
import GatehouseSites
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization

/// A connection in memory, whose requests wait until the test responds.
struct TestConnection {
    /// The requests that wait for their responses.
    fileprivate final class Waiting: Sendable {
        let requests = Mutex<[(request: GatewayRequest, response: CheckedContinuation<GatewayResponse, Never>)]>([])
        /// The messages that the route of WebSockets has taken, and the permission to take another one.
        let messages = Mutex<[SocketMessage]>([])
        let permission = AsyncStream.makeStream(of: Void.self)
    }

    /// Keeps what is written, as a socket does whose client does not read.
    final class Socket: ChannelOutboundHandler, RemovableChannelHandler {
        typealias OutboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        var isBlocked = false
        /// How often the connection has demanded bytes.
        private(set) var reads = 0
        private var kept: [(NIOAny, EventLoopPromise<Void>?)] = []
        private var isClosed = false

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            if isClosed {
                promise?.fail(ChannelError.ioOnClosedChannel)
            } else if isBlocked {
                kept.append((data, promise))
            } else {
                context.write(data, promise: promise)
            }
        }

        func read(context: ChannelHandlerContext) {
            reads += 1
            context.read()
        }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            for (_, promise) in kept { promise?.fail(ChannelError.ioOnClosedChannel) }
            kept = []
            isClosed = true
            context.close(mode: mode, promise: promise)
        }

        func open(_ context: ChannelHandlerContext) {
            isBlocked = false
            for (data, promise) in kept { context.writeAndFlush(data, promise: promise) }
            kept = []
        }
    }

    /// The path of requests that are refused by their head.
    static let refusedPath = "/refused"
    /// The path of the route of WebSockets, which accepts a handshake whose response has status 200.
    static let socketPath = "/socket"
    /// The path of requests that are decided when their bodies have arrived at once.
    static let wholePath = "/whole"
    /// The body for which such a request is refused.
    static let refusedBody = "refused"
    /// The query that such a request has for the test.
    static let wholeQuery = "whole"

    let channel = EmbeddedChannel()
    let socket = Socket()
    let handler: ConnectionHandler
    private let waiting = Waiting()

    /// Opens a connection that takes the parts of requests or, with `decodes`, their bytes.
    init(
        _ limits: SocketLimits = SocketLimits(), memory: BodyBudget? = nil, decodes: Bool = false
    ) throws {
        let service = ConnectionService(
            limits, door: TestDoor(bodies: memory, waiting: waiting),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let pipeline = channel.pipeline.syncOperations
        let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes)
        try pipeline.addHandler(socket)
        handler = ConnectionHandler(service, remoteAddress: "192.0.2.1", on: channel.embeddedEventLoop)
        if decodes, let memory { try pipeline.addHandler(HeadMemoryHandler(handler.headProgress, in: memory)) }
        if decodes { try pipeline.addHandler(ByteToMessageHandler(decoder)) }
        try pipeline.addHandler(handler)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    /// The requests that arrived in full and wait for their responses.
    var requests: [GatewayRequest] { waiting.requests.withLock { $0.map(\.request) } }

    func sendHead(_ method: HTTPMethod = .POST, path: String = "/", headers: [(String, String)] = []) throws {
        let headers = HTTPHeaders([("Host", "localhost")] + headers)
        let head = HTTPRequestHead(version: .http1_1, method: method, uri: path, headers: headers)
        try channel.writeInbound(HTTPServerRequestPart.head(head))
        channel.embeddedEventLoop.run()
    }

    func sendBody(_ text: String) throws {
        try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: text)))
        channel.embeddedEventLoop.run()
    }

    func sendEnd() throws {
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        channel.embeddedEventLoop.run()
    }

    /// Sends bytes to the decoder.
    func sendBytes(_ text: String) throws { try sendBytes(Array(text.utf8)) }

    func sendBytes(_ bytes: [UInt8]) throws {
        try channel.writeInbound(ByteBuffer(bytes: bytes))
        channel.embeddedEventLoop.run()
    }

    /// Sends a request without a body.
    func sendRequest(path: String = "/", headers: [(String, String)] = []) throws {
        try sendHead(.GET, path: path, headers: headers)
        try sendEnd()
    }

    /// Responds to the oldest request that waits; `stream` writes chunks.
    func respond(
        _ text: String = "", status: Int = 200, stream: (@Sendable (any ChunkWriter) async throws -> Void)? = nil
    ) {
        let oldest = waiting.requests.withLock { $0.removeFirst() }
        var response = GatewayResponse(status: status, body: Data(text.utf8))
        response.stream = stream
        oldest.response.resume(returning: response)
        channel.embeddedEventLoop.run()
    }

    /// Lets the route of WebSockets take another message; returns all that it has taken.
    func takeMessage() -> [SocketMessage] {
        waiting.permission.continuation.yield()
        channel.embeddedEventLoop.run()
        return waiting.messages.withLock { $0 }
    }

    /// Takes what the server has sent.
    func received() throws -> String { String(decoding: try receivedBytes(), as: UTF8.self) }

    func receivedBytes() throws -> [UInt8] {
        var all: [UInt8] = []
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { all += bytes.readableBytesView }
        return all
    }

    /// Lets the client read again.
    func openSocket() throws {
        socket.open(try channel.pipeline.syncOperations.context(handlerType: Socket.self))
        channel.embeddedEventLoop.run()
    }
}

/// A door whose requests wait until the test responds to them.
private struct TestDoor: Door {
    let bodies: BodyBudget?
    let waiting: TestConnection.Waiting

    func takesFile(method: String, path: String) -> Bool { method == "PUT" }

    func admitsBody(ofLength length: Int, method: String, path: String) -> Bool { length <= 1_000 }

    func next(after head: GatewayRequest, behind loop: LoopWait) -> Trip.Next {
        switch head.path {
        case TestConnection.refusedPath: .respond(GatewayResponse(status: 503))
        case TestConnection.socketPath: .upgrade(Trip(request: head, requestID: "1"))
        default: .gather(Trip(request: head, requestID: "1"))
        }
    }

    func next(after body: Data, of trip: Trip) -> Trip.Next {
        var trip = trip
        trip.request.body = body
        guard trip.request.path == TestConnection.wholePath else { return .run(trip) }
        guard body != Data(TestConnection.refusedBody.utf8) else { return .respond(GatewayResponse(status: 503)) }
        trip.request.query = TestConnection.wholeQuery
        return .run(trip)
    }

    func respond(to trip: Trip) async -> GatewayResponse {
        await withCheckedContinuation { response in
            waiting.requests.withLock { $0.append((trip.request, response)) }
        }
    }

    func respond<Pieces: AsyncSequence & Sendable>(
        to trip: Trip, receiving pieces: Pieces
    ) async throws -> GatewayResponse where Pieces.Element == Data, Pieces.Failure == any Error {
        var trip = trip
        for try await piece in pieces { trip.request.body += piece }
        return await respond(to: trip)
    }

    func upgrade(_ trip: Trip) async -> Trip.Upgrade {
        let response = await respond(to: trip)
        guard response.status == 200 else { return .respond(response) }
        return .serve(GatewayResponse(status: 101), subprotocol: nil, atShutdown: .goingAway) { [waiting] connection in
            for await _ in waiting.permission.stream {
                guard let message = await connection.next() else { break }
                waiting.messages.withLock { $0.append(message) }
            }
            return .normal
        }
    }
}
