// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway
import GatehouseSites
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// The change of a connection to WebSockets.
extension ConnectionHandler {
    /// Takes the decoder of HTTP out of the pipeline, then asks the route.
    ///
    /// No bytes may follow the handshake before its response (RFC 6455, section 4.1), and none is a frame before the route
    /// has accepted the connection: a proxy might take such bytes for another request. So the request is refused if the
    /// decoder has read more. Bytes that have arrived later are read after the response, and the server cannot tell when
    /// they were sent.
    func upgrade(_ trip: Trip) {
        guard let pipeline = context?.pipeline.syncOperations else { return }
        let intake = SocketIntake()
        guard let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self),
            (try? pipeline.addHandler(intake, position: .after(decoder))) != nil
        else {
            context?.close(promise: nil)
            return
        }
        // The decoder leaves in a later turn, and passes on the bytes that it has not read.
        pipeline.removeHandler(decoder).assumeIsolated().whenComplete { _ in
            guard let pipeline = self.context?.pipeline.syncOperations else { return }
            if let memory = try? pipeline.handler(type: HeadMemoryHandler.self) {
                _ = pipeline.removeHandler(memory)
            }
            if intake.pending == 0 { self.ask(trip, intake) } else { self.refuse(.badRequest) }
        }
    }

    /// Asks the route in a task; a connection that changes is served by the same task until it ends.
    private func ask(_ trip: Trip, _ intake: SocketIntake) {
        guard let context else { return }
        let eventLoop = context.eventLoop
        let connection = NIOLoopBound(self, eventLoop: eventLoop)
        let intake = NIOLoopBound(intake, eventLoop: eventLoop)
        service.work.begin()
        task = Task(executorPreference: executor) { [service] in
            switch await service.door.upgrade(trip) {
            case .respond(let response):
                eventLoop.perform { connection.value.send(response) }
                service.work.end()
            case .serve(let response, let subprotocol, let shutdownStatus, let serve):
                eventLoop.perform {
                    connection.value.change(response, intake.value, subprotocol, atShutdown: shutdownStatus, serve)
                }
            }
        }
    }

    /// Changes the connection, and serves it in a task of its own, which lasts as long as the connection.
    ///
    /// A task keeps the memory of its deepest call until it ends. The task that has asked the route went deeper than the
    /// one that waits for messages.
    private func change(
        _ response: GatewayResponse, _ intake: SocketIntake, _ subprotocol: String?,
        atShutdown shutdownStatus: SocketClose,
        _ serve: @escaping @Sendable (any SocketConnection) async -> SocketClose
    ) {
        task = nil
        var serving: Task<Void, Never>?
        guard let eventLoop = context?.eventLoop,
            let handler = change(response, intake, atShutdown: shutdownStatus, didEnd: { serving?.cancel() })
        else { return service.work.end() }
        let opened = NIOLoopBound(handler, eventLoop: eventLoop)
        serving = Task(executorPreference: executor) { [service] in
            let status = await serve(
                LoopSocketConnection(subprotocol: subprotocol, handler: opened, eventLoop: eventLoop))
            eventLoop.perform { opened.value.close(status) }
            service.work.end()
        }
    }

    /// Writes the response with which the connection changes, and puts the handlers of WebSockets in place of this one;
    /// `nil` for a connection that has ended.
    private func change(
        _ response: GatewayResponse, _ intake: SocketIntake, atShutdown shutdownStatus: SocketClose,
        didEnd: @escaping () -> Void
    ) -> SocketChannelHandler? {
        guard case .handling = phase, let context, context.channel.isActive, !isEnding else {
            context?.close(promise: nil)
            return nil
        }
        // Bytes were read to the end of the client's direction, while the route decided.
        guard intake.pending == 0 else {
            refuse(.badRequest)
            return nil
        }
        phase = .over
        stopDeadlines()
        context.writeAndFlush(
            wrapOutboundOut(ResponseBytes.message(response, isHead: false, isLast: false, body: .unframed)),
            promise: nil)
        let socket = SocketChannelHandler(
            service.limits, intake: intake, budget: service.memory, remoteAddress: remoteAddress,
            shutdownStatus: shutdownStatus, didEnd: didEnd)
        let (channel, pipeline) = (context.channel, context.pipeline.syncOperations)
        do {
            try pipeline.addHandlers([
                ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: SocketChannelHandler.mostBytes)),
                WebSocketFrameEncoder(), socket,
            ])
            _ = pipeline.removeHandler(self)
            intake.stage = .frames
        } catch {
            channel.close(promise: nil)
            return nil
        }
        // This handler has held back a demand for bytes.
        channel.read()
        return socket
    }
}

/// The connection that a route serves, on the event loop of its handler.
private struct LoopSocketConnection: SocketConnection {
    let subprotocol: String?
    let handler: NIOLoopBound<SocketChannelHandler>
    let eventLoop: any EventLoop

    func next() async -> SocketMessage? {
        await withCheckedContinuation { continuation in
            eventLoop.perform { handler.value.next(continuation) }
        }
    }

    func send(_ message: SocketMessage) async throws(StreamEnded) {
        let result: Result<Void, StreamEnded> = await withCheckedContinuation { continuation in
            eventLoop.perform { handler.value.send(message) { continuation.resume(returning: $0) } }
        }
        try result.get()
    }
}
