// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseSites
import Logging
package import NIOCore
package import NIOHTTP1

/// The server's side of one connection: it handles requests one after the other, and writes their responses.
///
/// A request that is refused gets its response at once: by its head, or by its body if that arrived together with the
/// head and is short. Another one is handled in a task on the connection's event loop. The next one begins when the socket
/// has taken the response, so a client that does not read holds one response at most. Requests that were sent ahead wait,
/// and no more bytes are read meanwhile.
package final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias OutboundIn = ByteBuffer
    package typealias OutboundOut = ByteBuffer

    /// A part of a request.
    enum Arrival {
        case head(RequestHead)
        case body(ByteBuffer)
        case end
    }

    /// The request that is being handled.
    struct Exchange {
        let isHead: Bool
        let isLast: Bool
        /// Whether the client takes a body in chunks.
        let takesChunks: Bool
        /// The body for the task that handles the request; `nil` for one that needs no more of it.
        var body: RequestBody?
        /// Whether the whole request has arrived.
        var isComplete = false
    }

    /// The request whose body arrives in the same bytes as its head.
    ///
    /// It is held by a reference: a copy of the phase copies neither the request nor its body.
    final class Gathering {
        let exchange: Exchange
        let trip: Trip
        var body = Data()

        init(exchange: Exchange, trip: Trip) {
            self.exchange = exchange
            self.trip = trip
        }
    }

    enum Phase {
        /// No request has arrived.
        case idle
        /// The head of a request was accepted.
        case gathering(Gathering)
        /// The head of a request to change to WebSockets was accepted, which has no body.
        case upgrading(Exchange, Trip)
        /// A task handles a request.
        case handling(Exchange)
        /// The head of a response was written, and a task writes its chunks.
        case streaming(Exchange)
        /// The response was written, and the socket has not taken it yet.
        case sending(Exchange)
        /// The socket took the response before the end of the request, whose rest is dropped.
        case dropping
        /// The last response was written; all bytes that arrive later are dropped.
        case over
    }

    /// The reason why no further part of a request arrives.
    enum InputEnd {
        /// The client sends no more.
        case closed
        /// The client has sent bytes that do not belong to HTTP/1.
        case malformed(HTTPParserError)
    }

    /// The number of requests sent ahead of their responses after which the connection ends.
    package static let mostAhead = 8

    let service: ConnectionService
    /// The address of the client or proxy, without its port.
    let remoteAddress: String
    let executor: EventLoopExecutor
    /// What has arrived of the next head, for the handler that counts its bytes.
    package let headProgress = HeadProgress()
    /// Whether the client still waits; a program that gives up ends its direction, and shows nothing else.
    private let presence = ClientPresence()
    var context: ChannelHandlerContext?
    var deadlines: ConnectionDeadlines?
    var phase = Phase.idle
    /// The parts that wait for the response to the request before them.
    var ahead: [Arrival] = []
    private var isProceeding = false
    /// The number of requests whose head was read and whose response is not written.
    var unanswered = 0
    /// Whether the request that was read last is the connection's last one.
    private var hasLast = false
    /// Whether the last request was read in full; all bytes that arrive later are dropped.
    private var hasReadLast = false
    /// Whether the decoder parses nothing after the request that was read last.
    private var stopsDecoder = false
    private var inputEnd: InputEnd?
    /// Whether the channel wants to read and has to wait.
    var owesRead = false
    /// Whether the server is shutting down.
    var isEnding = false
    /// The task that handles the current request, until its response is there.
    ///
    /// A task keeps the memory of its deepest call as long as a reference to it exists. Without this end, a connection
    /// that waits for its next request has 17 KiB more.
    var task: Task<Void, Never>?
    /// Whether the connection has such a task, and with it the memory of its calls.
    package var holdsTask: Bool { task != nil }

    /// Creates the handler of one connection.
    package init(_ service: ConnectionService, remoteAddress: String, on eventLoop: any EventLoop) {
        self.service = service
        self.remoteAddress = remoteAddress
        executor = service.executors.executor(on: eventLoop)
    }

    // MARK: - The channel's events

    package func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        deadlines = ConnectionDeadlines(service.limits, on: context.eventLoop) { self.end(after: $0) }
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        stopDeadlines()
        self.context = nil
    }

    package func channelInactive(context: ChannelHandlerContext) {
        presence.leave()
        stopDeadlines()
        if case .handling(let exchange) = phase { exchange.body?.end(ChannelError.eof) }
        if case .streaming = phase { task?.cancel() }
        context.fireChannelInactive()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        headProgress.didRead(part)
        guard !hasReadLast else { return }
        switch part {
        case .head(let head): didRead(head)
        case .body(let piece): take(.body(piece))
        case .end:
            hasReadLast = hasLast
            deadlines?.record { deadlines, now in deadlines.didReadEnd(now: now) }
            take(.end)
        }
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        handleGathered()
        context.fireChannelReadComplete()
    }

    /// Passes the demand for more bytes on, unless earlier ones have to be handled first.
    package func read(context: ChannelHandlerContext) {
        owesRead = !mayRead
        if !owesRead { context.read() }
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isEnding = true
            deadlines?.record { deadlines, now in deadlines.didBeginShutdown(now: now) }
            if case .streaming = phase { task?.cancel() }
            if unanswered == 0, !isSending { context.close(promise: nil) }
        } else if event as? ChannelEvent == .inputClosed, inputEnd == nil {
            presence.leave()
            inputEnd = .closed
            // A stream may have no end of its own, and a browser closes both sides when a page is left.
            if case .streaming = phase { task?.cancel() }
            proceed()
        }
        context.fireUserInboundEventTriggered(event)
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Closing a connection within a request is an error of the decoder too, but no response can be written any more.
        guard context.channel.isActive, let error = error as? HTTPParserError else {
            return context.close(promise: nil)
        }
        service.logger.debug("HTTP parse error, closing connection")
        inputEnd = .malformed(error)
        proceed()
    }

    // MARK: - Requests

    var isSending: Bool {
        if case .sending = phase { true } else { false }
    }

    private var mayRead: Bool {
        guard ahead.isEmpty, !hasReadLast || !stopsDecoder else { return false }
        if case .handling(let exchange) = phase { return exchange.body?.isFull != true }
        return true
    }

    private func didRead(_ received: HTTPRequestHead) {
        var head = RequestHead(received, from: remoteAddress) {
            service.door.admitsBody(ofLength: $2, method: $0, path: $1)
        }
        if unanswered == Self.mostAhead { head.isLast = true }
        // An interim response must not be within the response to an earlier request.
        if head.awaitsContinue, unanswered == 0 {
            context?.writeAndFlush(wrapOutboundOut(ResponseBytes.continue), promise: nil)
        }
        unanswered += 1
        (hasLast, stopsDecoder) = (head.isLast, head.stopsDecoder)
        let isFile = service.door.takesFile(method: head.request.method, path: head.request.path)
        deadlines?.record { deadlines, now in deadlines.didReadHead(isFile: isFile, now: now) }
        take(.head(head))
    }

    private func take(_ arrival: Arrival) {
        if !ahead.isEmpty || !handles(arrival) { ahead.append(arrival) }
    }

    /// Handles the next part; returns `false` if it has to wait.
    ///
    /// A comparison of pairs of a phase and a part would copy the head of the request for each of them.
    private func handles(_ arrival: Arrival) -> Bool {
        switch arrival {
        case .head(let head): handles(head)
        case .body(let piece): handles(piece)
        case .end: handlesEnd()
        }
    }

    private func handles(_ head: RequestHead) -> Bool {
        switch phase {
        case .idle: begin(head)
        case .gathering, .upgrading, .handling, .streaming, .sending: return false
        case .dropping, .over: break
        }
        return true
    }

    private func handles(_ piece: ByteBuffer) -> Bool {
        switch phase {
        case .gathering(let gathering): gather(piece, into: gathering)
        case .upgrading: refuse(.badRequest)
        case .handling(let exchange):
            guard !exchange.isComplete else { return false }
            exchange.body?.append(piece)
        case .streaming(let exchange), .sending(let exchange): return !exchange.isComplete
        case .idle, .dropping, .over: break
        }
        return true
    }

    private func handlesEnd() -> Bool {
        switch phase {
        case .gathering(let gathering): handleWhole(gathering)
        case .upgrading(var exchange, let trip):
            exchange.isComplete = true
            phase = .handling(exchange)
            upgrade(trip)
        case .handling(var exchange):
            guard !exchange.isComplete else { return false }
            exchange.isComplete = true
            phase = .handling(exchange)
            exchange.body?.end()
        case .streaming(var exchange):
            guard !exchange.isComplete else { return false }
            exchange.isComplete = true
            phase = .streaming(exchange)
        case .sending(var exchange):
            guard !exchange.isComplete else { return false }
            exchange.isComplete = true
            phase = .sending(exchange)
        case .dropping: phase = .idle
        case .idle, .over: break
        }
        return true
    }

    private func begin(_ head: RequestHead) {
        let exchange = Exchange(
            isHead: head.request.method == "HEAD", isLast: head.isLast, takesChunks: head.takesChunks)
        presence.beginRequest()
        switch service.door.next(after: head.request, behind: executor.wait) {
        case .respond(let response):
            phase = .handling(exchange)
            send(response)
        case .gather(let trip): phase = .gathering(Gathering(exchange: exchange, trip: trip))
        case .run(let trip):
            phase = .handling(exchange)
            run { [service] in await service.door.respond(to: trip) }
        // HTTP/1.0 has no upgrades (RFC 9110, section 7.8), so the route refuses the request.
        case .upgrade(let trip) where head.takesChunks: phase = .upgrading(exchange, trip)
        case .upgrade(let trip):
            phase = .handling(exchange)
            run { [service] in await service.door.respond(to: trip) }
        }
    }

    private func gather(_ piece: ByteBuffer, into gathering: Gathering) {
        // The bytes are copied, so that the memory into which the socket reads is free again.
        gathering.body.append(contentsOf: piece.readableBytesView)
        if gathering.body.count >= RequestBody.capacity { handleGathered() }
    }

    private func handleWhole(_ gathering: Gathering) {
        var exchange = gathering.exchange
        exchange.isComplete = true
        phase = .handling(exchange)
        switch service.door.next(after: gathering.body, of: gathering.trip) {
        case .respond(let response): send(response)
        case .run(let trip), .gather(let trip), .upgrade(let trip):
            run { [service] in await service.door.respond(to: trip) }
        }
    }

    /// Handles a request whose body has not arrived in full, in pieces.
    private func handleGathered() {
        guard case .gathering(let gathering) = phase, let context else { return }
        let eventLoop = context.eventLoop
        let connection = NIOLoopBound(self, eventLoop: eventLoop)
        let body = RequestBody(gathering.body) { eventLoop.perform { connection.value.proceed() } }
        var exchange = gathering.exchange
        exchange.body = body
        phase = .handling(exchange)
        let trip = gathering.trip
        run { [service] in await service.response(to: trip, receiving: body) }
    }

    /// Runs the function that handles the current request, in a task, and sends its response.
    private func run(_ answer: @escaping @Sendable () async -> GatewayResponse?) {
        guard let context else { return }
        let eventLoop = context.eventLoop
        let connection = NIOLoopBound(self, eventLoop: eventLoop)
        service.work.begin()
        task = Task(executorPreference: executor) { [service, presence] in
            let response = await ClientPresence.$current.withValue(presence) { await answer() }
            eventLoop.perform { connection.value.send(response) }
            if let response, response.stream != nil {
                let isWhole = await response.writeChunks(to: connection, on: eventLoop)
                eventLoop.perform { connection.value.endStream(isWhole: isWhole) }
            }
            service.work.end()
        }
    }

    /// Handles what had to wait, then reads on or ends the connection.
    func proceed() {
        // The socket may take the response to a refused request while this function handles the parts.
        guard !isProceeding else { return }
        isProceeding = true
        var count = 0
        while count < ahead.count, handles(ahead[count]) { count += 1 }
        isProceeding = false
        // The last response of a connection has removed all parts.
        ahead.removeFirst(min(count, ahead.count))
        handleGathered()
        guard let context, ahead.isEmpty else { return }
        switch (phase, inputEnd) {
        case (.idle, .closed), (.dropping, .closed), (.upgrading, .closed): context.close(promise: nil)
        case (.idle, .malformed), (.dropping, .malformed), (.upgrading, .malformed): refuse(.badRequest)
        case (.handling(let exchange), .closed): exchange.body?.end()
        case (.handling(let exchange), .malformed(let error)): exchange.body?.end(error)
        default:
            guard owesRead, mayRead else { return }
            owesRead = false
            context.read()
        }
    }

    // MARK: - Deadlines

    private func end(after lapse: RequestDeadlines.Lapse) {
        guard let context else { return }
        stopDeadlines()
        service.didLapse()
        if lapse == .requestTimeout {
            context.writeAndFlush(wrapOutboundOut(ResponseBytes.refusal(.requestTimeout)), promise: nil)
        }
        context.close(promise: nil)
    }

    func stopDeadlines() {
        deadlines?.stop()
        deadlines = nil
    }
}

extension EventLoop {
    /// Runs a closure on the event loop, at once if that is the current one.
    func perform(_ work: @escaping @Sendable () -> Void) {
        if inEventLoop { work() } else { execute(work) }
    }
}
