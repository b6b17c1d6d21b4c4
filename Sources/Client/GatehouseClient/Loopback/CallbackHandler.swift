// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if AsyncHTTPClient && os(Linux)
import Foundation
import NIOCore

/// One connection to a loopback listener: reads a request within the bounds, answers it, and closes.
final class CallbackHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// A browser sends the head of a request in a few pieces; more are refused.
    private static let mostPieces = 64

    private let redirect: LoopbackRedirect
    private let documents: [LoopbackDocument]
    private let accepts: @Sendable (URL) -> Bool
    private let bounds: LoopbackListener.Bounds
    private let seat: CallbackSeat
    private var received: [UInt8] = []
    private var pieces = 0
    private var isAnswered = false
    private var limit: Scheduled<Void>?

    init(_ listener: LoopbackListener, _ seat: CallbackSeat) {
        redirect = listener.redirect
        documents = listener.documents
        accepts = listener.accepts
        bounds = listener.bounds
        self.seat = seat
    }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        guard seat.enter(atMost: bounds.connections) else {
            context.close(promise: nil)
            return
        }
        let time = TimeAmount.nanoseconds(Int64(bounds.requestTime / .nanoseconds(1)))
        limit = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        limit?.cancel()
        seat.leave()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isAnswered { return }
        let buffer = unwrapInboundIn(data)
        pieces += 1
        received += buffer.readableBytesView.prefix(CallbackRequest.longestHead + 5 - received.count)
        let port = context.localAddress?.port ?? redirect.port
        let request = CallbackRequest(
            received,
            authority: redirect.authority(port: port),
            path: redirect.path,
            documents: documents.map(\.path)
        )
        switch request {
        case .incomplete: if pieces > Self.mostPieces { answer(.tooLong, context) }
        case .tooLong: answer(.tooLong, context)
        case .other: answer(.notFound, context)
        case .document(let path):
            answer(documents.first { $0.path == path }.map { .document($0) } ?? .notFound, context)
        case .callback(let query): arrive(redirect.callback(query: query, port: port), context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func arrive(_ url: URL?, _ context: ChannelHandlerContext) {
        guard let url, accepts(url) else {
            seat.refuse(atMost: bounds.foreignCallbacks)
            answer(.notFound, context)
            return
        }
        guard seat.take() else {
            answer(.notFound, context)
            return
        }
        let seat = seat
        // The wait ends when the page is on its way, since the process may end then.
        answer(.arrived, context).whenComplete { _ in seat.finish(url) }
    }

    @discardableResult
    private func answer(_ answer: CallbackAnswer, _ context: ChannelHandlerContext) -> EventLoopFuture<Void> {
        isAnswered = true
        received = []
        let channel = context.channel
        let written = channel.writeAndFlush(ByteBuffer(bytes: answer.bytes))
        written.whenComplete { _ in channel.close(promise: nil) }
        return written
    }
}
#endif
