// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway
import GatehouseSites
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// The change of a connection to WebSockets.
extension ConnectionHandler {
    /// Asks the route in a task; a connection that changes is served by the same task until it ends.
    func upgrade(_ trip: Trip) {
        guard let context else { return }
        let eventLoop = context.eventLoop
        let connection = NIOLoopBound(self, eventLoop: eventLoop)
        service.work.begin()
        task = Task(executorPreference: executor) { [service] in
            defer { service.work.end() }
            switch await service.door.upgrade(trip) {
            case .respond(let response): eventLoop.perform { connection.value.send(response) }
            case .serve(let response, let subprotocol, let serve):
                let opened: NIOLoopBound<SocketChannelHandler>? = await withCheckedContinuation { continuation in
                    eventLoop.perform {
                        continuation.resume(
                            returning: connection.value.change(response).map { NIOLoopBound($0, eventLoop: eventLoop) })
                    }
                }
                guard let opened else { return }
                let socket = LoopSocketConnection(subprotocol: subprotocol, handler: opened, eventLoop: eventLoop)
                let status = await serve(socket)
                eventLoop.perform { opened.value.close(status) }
            }
        }
    }

    /// Writes the response with which the connection changes, and puts the handlers of WebSockets in place of this one;
    /// `nil` for a connection that has ended.
    private func change(_ response: GatewayResponse) -> SocketChannelHandler? {
        guard case .handling = phase, let context, context.channel.isActive, !isEnding else {
            context?.close(promise: nil)
            return nil
        }
        phase = .over
        stopDeadlines()
        context.writeAndFlush(
            wrapOutboundOut(ResponseBytes.message(response, isHead: false, isLast: false, body: .unframed)),
            promise: nil)
        let intake = SocketIntake()
        let task = task
        let socket = SocketChannelHandler(
            service.limits, intake: intake, budget: service.memory, remoteAddress: remoteAddress
        ) { task?.cancel() }
        let (channel, pipeline) = (context.channel, context.pipeline.syncOperations)
        do {
            try pipeline.addHandlers([
                intake,
                ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: SocketChannelHandler.mostBytes)),
                WebSocketFrameEncoder(), socket,
            ])
            let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let memory = try? pipeline.handler(type: HeadMemoryHandler.self)
            // The decoder passes the bytes that it keeps to the handler after it, so this one goes first.
            _ = pipeline.removeHandler(self)
            if let decoder { _ = pipeline.removeHandler(decoder) }
            if let memory { _ = pipeline.removeHandler(memory) }
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
