// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import Logging
package import NIOCore

/// Pauses the listening socket while the process has no free file descriptors.
///
/// NIO keeps waiting for the socket after a failed `accept`, so that its event loop would run without a pause. Clients
/// wait in the socket's backlog meanwhile. The socket pauses before the descriptors run out, because libdispatch ends a
/// process that cannot open files. One warning is logged for each shortage, and one notice after its end.
package final class AcceptPauseHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = any Channel
    package typealias InboundOut = any Channel
    package typealias OutboundIn = Never
    package typealias OutboundOut = Never

    /// The errors of `accept` that last until other descriptors or memory are released.
    private static let shortages: Set<CInt> = [EMFILE, ENFILE, ENOBUFS, ENOMEM]

    private let capacity: Int
    private let pause: TimeAmount
    private let quiet: TimeAmount
    private let logger: Logger
    /// The number of open connections of this socket.
    private var open = 0
    private var resumption: Scheduled<Void>?
    /// The end of the shortage, which follows if no more errors do; `nil` while there is no shortage.
    private var end: Scheduled<Void>?

    /// Creates a handler for one listening socket.
    ///
    /// With `capacity` open connections, the socket accepts no more. After a shortage, it accepts again after `pause`;
    /// the shortage is over after the time `quiet` without another one.
    package init(
        capacity: Int = .max, logger: Logger, pause: TimeAmount = .milliseconds(100), quiet: TimeAmount = .seconds(5)
    ) {
        self.capacity = capacity
        self.logger = logger
        self.pause = pause
        self.quiet = quiet
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        open += 1
        unwrapInboundIn(data).closeFuture.hop(to: context.eventLoop).assumeIsolated().whenComplete { _ in
            self.open -= 1
        }
        if open >= capacity { suspend(context, cause: "\(open) connections are open") }
        context.fireChannelRead(data)
    }

    package func read(context: ChannelHandlerContext) {
        // During the pause, the end of the pause is the next read.
        if resumption == nil { context.read() }
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let failure = error as? IOError, Self.shortages.contains(failure.errnoCode) else {
            return context.fireErrorCaught(error)
        }
        suspend(context, cause: "\(failure)")
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        resumption?.cancel()
        end?.cancel()
    }

    private func suspend(_ context: ChannelHandlerContext, cause: String) {
        if end == nil {
            logger.warning(
                "New connections wait, because the system has no descriptor for them", metadata: ["cause": "\(cause)"])
        }
        let channel = context.channel
        let eventLoop = context.eventLoop.assumeIsolated()
        try? channel.syncOptions?.setOption(.autoRead, value: false)
        resumption?.cancel()
        resumption = eventLoop.scheduleTask(in: pause) {
            guard self.open < self.capacity else { return self.suspend(context, cause: cause) }
            self.resumption = nil
            try? channel.syncOptions?.setOption(.autoRead, value: true)
        }
        end?.cancel()
        end = eventLoop.scheduleTask(in: quiet) {
            self.end = nil
            self.logger.notice("New connections are accepted again")
        }
    }
}
