// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import NIOCore
import NIOWebSocket

/// The server's side of a connection that has changed to WebSockets.
///
/// All of it runs on the connection's event loop. The task that serves the messages takes one after the other; while
/// messages wait, no more bytes are read.
final class SocketChannelHandler: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundIn = Never
    typealias OutboundOut = WebSocketFrame

    private enum Phase {
        case established
        /// The server has sent its status, and waits for the client's.
        case closing
        case closed
    }

    /// The largest message in bytes.
    static let mostBytes = 1_048_576
    /// The cost of waiting messages with which no more is read.
    private static let mostWaiting = 16_384

    private let limits: SocketLimits
    private let intake: SocketIntake
    private let budget: BodyBudget?
    private var memory: SocketMemory
    /// The status with which a shutdown closes the connection.
    private let shutdownStatus: SocketClose
    /// Called at the end, so that the task that serves the messages does not wait for anything else.
    private let didEnd: () -> Void
    private var context: ChannelHandlerContext?
    private var phase = Phase.established
    private var assembly = MessageAssembly(limit: mostBytes)
    private var deadlines: SocketDeadlines?
    private var alarm: (timer: Scheduled<Void>, time: NIODeadline)?
    private var waiting = CircularBuffer<SocketMessage>()
    /// The cost of the messages that wait.
    private var waitingCost = 0
    private var reader: CheckedContinuation<SocketMessage?, Never>?
    private var owesRead = false
    private var isShuttingDown = false
    /// Whether the socket has not taken the last pong; `nextPong` is the one that follows.
    private var isPonging = false
    private var nextPong: ByteBuffer?

    init(
        _ limits: SocketLimits, intake: SocketIntake, budget: BodyBudget?, remoteAddress: String,
        shutdownStatus: SocketClose, didEnd: @escaping () -> Void
    ) {
        self.limits = limits
        self.intake = intake
        self.budget = budget
        memory = SocketMemory(budget, remoteAddress: remoteAddress)
        self.shutdownStatus = shutdownStatus
        self.didEnd = didEnd
    }

    // MARK: - The channel's events

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        deadlines = SocketDeadlines(
            quiet: TimeAmount(limits.idleTimeout), patience: TimeAmount(limits.requestTimeout),
            now: context.eventLoop.now)
        intake.didRead = { [weak self] in self?.didReadBytes() }
        setAlarm()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        intake.didDecode(frame)
        do throws(SocketClose) {
            try handle(try assembly.add(frame))
        } catch {
            close(error)
        }
    }

    /// Passes the demand for more bytes on, unless messages wait.
    func read(context: ChannelHandlerContext) {
        owesRead = isFull
        if !owesRead { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error as? NIOWebSocketError {
        case .invalidFrameLength: stopReading(.tooLarge(Self.mostBytes))
        case .fragmentedControlFrame, .multiByteControlFrameLength:
            stopReading(.protocolError("A frame of control has at most 125 bytes and no fragments."))
        case nil: context.close(promise: nil)
        }
    }

    /// Closes the connection after a frame that the decoder does not read, and then neither the client's status.
    ///
    /// The client's next bytes are dropped: the end of a connection with unread bytes could reach the client before the
    /// status.
    private func stopReading(_ status: SocketClose) {
        intake.stage = .over
        close(status, isLast: true)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isShuttingDown = phase == .established
            close(shutdownStatus, within: TimeAmount(limits.shutdownGrace))
        } else if event as? ChannelEvent == .inputClosed {
            context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: - Messages

    private var isFull: Bool {
        phase == .established && waitingCost >= Self.mostWaiting
    }

    private func handle(_ event: MessageAssembly.Event) throws(SocketClose) {
        switch event {
        case .part, .pong: break
        case .ping(let bytes): pong(bytes)
        case .message(let message):
            guard phase == .established else { return }
            if let reader {
                self.reader = nil
                reader.resume(returning: message)
            } else {
                waiting.append(message)
                waitingCost += message.cost
            }
        case .close(let status):
            if phase == .established {
                phase = .closing
                write(.connectionClose, Self.bytes(of: status))
            }
            finish()
            // The server ends the connection first (RFC 6455, section 7.1.1).
            context?.close(promise: nil)
        }
    }

    /// The bytes of a piece were passed to the decoder and handled.
    private func didReadBytes() {
        guard phase != .closed, let context else { return }
        deadlines?.didHear(now: context.eventLoop.now)
        do throws(BodyBudget.Exhausted) {
            try count()
        } catch {
            close(.tryAgain)
        }
    }

    /// Counts the memory of what has arrived.
    private func count() throws(BodyBudget.Exhausted) {
        try memory.set(intake.pending + assembly.size + waitingCost)
    }

    /// Gives the next message to the task that serves the messages; `nil` after the end.
    func next(_ continuation: CheckedContinuation<SocketMessage?, Never>) {
        guard phase == .established else { return continuation.resume(returning: nil) }
        guard let message = waiting.popFirst() else {
            reader = continuation
            return
        }
        waitingCost -= message.cost
        continuation.resume(returning: message)
        // Less memory than before never exceeds the budget.
        try? count()
        if owesRead, !isFull {
            owesRead = false
            context?.read()
        }
    }

    /// Sends a message, and reports when the socket has taken it.
    func send(_ message: SocketMessage, didEnd: @escaping (Result<Void, StreamEnded>) -> Void) {
        guard phase == .established, context?.channel.isActive == true else {
            return didEnd(.failure(isShuttingDown ? .shuttingDown : .clientGone))
        }
        do throws(BodyBudget.Exhausted) {
            try budget?.takeShort(message.size)
        } catch {
            return didEnd(.failure(.noMemory))
        }
        let bytes =
            switch message {
            case .text(let text): ByteBuffer(string: text)
            case .binary(let bytes): ByteBuffer(bytes: bytes)
            }
        write(message.opcode, bytes) { [budget] isDelivered in
            budget?.giveBackShort(message.size)
            didEnd(isDelivered ? .success(()) : .failure(.clientGone))
        }
    }

    // MARK: - Frames

    private func pong(_ bytes: ByteBuffer) {
        guard phase == .established else { return }
        // Only the last ping needs an answer (RFC 6455, section 5.5.3).
        guard !isPonging else {
            nextPong = bytes
            return
        }
        isPonging = true
        write(.pong, bytes) { isDelivered in
            self.isPonging = false
            if isDelivered, let next = self.nextPong.take() { self.pong(next) }
        }
    }

    private func write(
        _ opcode: WebSocketOpcode, _ bytes: ByteBuffer, didEnd: @escaping (_ isDelivered: Bool) -> Void = { _ in }
    ) {
        guard let context else { return didEnd(false) }
        deadlines?.didWrite(now: context.eventLoop.now)
        let delivery = context.eventLoop.makePromise(of: Void.self)
        delivery.futureResult.assumeIsolated().whenComplete { result in
            if let now = self.context?.eventLoop.now { self.deadlines?.didDeliver(now: now) }
            switch result {
            case .success: didEnd(true)
            case .failure: didEnd(false)
            }
        }
        context.writeAndFlush(
            wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: bytes)), promise: delivery)
        setAlarm()
    }

    // MARK: - The end

    /// Begins to close the connection: the client gets the status, and has a time to answer it.
    ///
    /// With `isLast`, the client gets the end of this direction after the status, and does not wait for that.
    func close(_ status: SocketClose, within time: TimeAmount? = nil, isLast: Bool = false) {
        guard phase == .established, let context else { return }
        phase = .closing
        deadlines?.didBeginClose(
            within: time ?? min(.seconds(5), TimeAmount(limits.requestTimeout)), now: context.eventLoop.now)
        write(.connectionClose, Self.bytes(of: status)) { _ in
            if isLast { self.context?.close(mode: .output, promise: nil) }
        }
        finish()
        if owesRead {
            owesRead = false
            context.read()
        }
    }

    /// The task that serves the messages gets no more of them.
    private func finish() {
        waiting.removeAll()
        waitingCost = 0
        reader.take()?.resume(returning: nil)
        didEnd()
    }

    private func end() {
        guard phase != .closed else { return }
        phase = .closed
        alarm?.timer.cancel()
        alarm = nil
        finish()
        memory.giveBack()
    }

    private static func bytes(of status: SocketClose?) -> ByteBuffer {
        guard let status else { return ByteBuffer() }
        var bytes = ByteBuffer()
        bytes.writeInteger(status.code)
        bytes.writeString(status.reason)
        return bytes
    }

    // MARK: - Deadlines

    /// Sets the timer to the next deadline, unless it is set to an earlier time: deadlines that move with every message
    /// need no timer of their own.
    private func setAlarm() {
        guard let context, let deadlines, phase != .closed else { return }
        let time = deadlines.next(now: context.eventLoop.now)
        if let alarm {
            guard time < alarm.time else { return }
            alarm.timer.cancel()
        }
        let timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) {
            self.alarm = nil
            self.look()
        }
        alarm = (timer, time)
    }

    private func look() {
        guard let context, phase != .closed else { return }
        switch deadlines?.action(now: context.eventLoop.now) {
        case .ping: write(.ping, ByteBuffer())
        case .end: context.close(promise: nil)
        case .none?, nil: setAlarm()
        }
    }
}

extension SocketMessage {
    /// The bytes of the message.
    fileprivate var size: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .binary(let bytes): bytes.count
        }
    }

    /// The memory of a message that waits, in bytes: an empty one is not free either.
    fileprivate var cost: Int { size + 64 }

    fileprivate var opcode: WebSocketOpcode {
        switch self {
        case .text: .text
        case .binary: .binary
        }
    }
}
