// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import NIOCore
package import NIOHTTP1

/// Closes connections at the deadlines of ``RequestDeadlines``.
///
/// Each connection has one timer, which is never set later than the shortest deadline: deadlines that move with every
/// request need no timer of their own. During a shutdown, deadlines may be earlier, so each one sets the timer anew.
package final class RequestDeadlineHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias InboundOut = HTTPServerRequestPart
    package typealias OutboundIn = HTTPServerResponsePart
    package typealias OutboundOut = HTTPServerResponsePart

    private let limits: SocketLimits
    private let takesFile: @Sendable (_ method: String, _ path: String) -> Bool
    private let didLapse: @Sendable () -> Void
    private var deadlines: RequestDeadlines?
    private var alarm: Scheduled<Void>?

    /// Creates a handler for one connection.
    ///
    /// `takesFile` returns whether a request's body is a file; `didLapse` is called before the connection is closed.
    package init(
        _ limits: SocketLimits,
        takesFile: @escaping @Sendable (_ method: String, _ path: String) -> Bool = { _, _ in false },
        didLapse: @escaping @Sendable () -> Void = {}
    ) {
        self.limits = limits
        self.takesFile = takesFile
        self.didLapse = didLapse
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        deadlines = RequestDeadlines(limits, now: context.eventLoop.now)
        setAlarm(context)
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        stop()
    }

    package func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            deadlines?.didReadHead(isFile: isFile(head), now: context.eventLoop.now)
        case .body: break
        case .end: deadlines?.didReadEnd(now: context.eventLoop.now)
        }
        setAlarm(context)
        context.fireChannelRead(data)
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            deadlines?.didBeginShutdown(now: context.eventLoop.now)
            setAlarm(context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func isFile(_ head: HTTPRequestHead) -> Bool {
        takesFile(head.method.rawValue, head.path)
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head:
            deadlines?.didBeginAnswer()
            context.write(data, promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            writeEnd(data, context: context, promise: promise)
        }
    }

    private func writeEnd(_ data: NIOAny, context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
        let delivery = promise ?? context.eventLoop.makePromise(of: Void.self)
        deadlines?.didWriteAnswer(now: context.eventLoop.now)
        setAlarm(context)
        delivery.futureResult.assumeIsolated().whenSuccess {
            self.deadlines?.didDeliverAnswer(now: context.eventLoop.now)
            self.setAlarm(context)
        }
        context.write(data, promise: delivery)
    }

    private func setAlarm(_ context: ChannelHandlerContext) {
        if deadlines?.isEnding == true {
            alarm?.cancel()
            alarm = nil
        }
        guard alarm == nil, let deadlines, let deadline = deadlines.deadline else { return }
        let time = min(deadline, context.eventLoop.now + deadlines.shortest)
        alarm = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) {
            self.alarm = nil
            self.look(context)
        }
    }

    private func look(_ context: ChannelHandlerContext) {
        guard let deadlines else { return }
        guard let deadline = deadlines.deadline, deadline <= context.eventLoop.now else {
            setAlarm(context)
            return
        }
        stop()
        didLapse()
        if deadlines.lapse == .requestTimeout { answerTimeout(context) }
        context.close(promise: nil)
    }

    private func answerTimeout(_ context: ChannelHandlerContext) {
        for part in MessageConversion.refusal(.requestTimeout) { context.write(wrapOutboundOut(part), promise: nil) }
        context.flush()
    }

    private func stop() {
        alarm?.cancel()
        alarm = nil
        deadlines = nil
    }
}
