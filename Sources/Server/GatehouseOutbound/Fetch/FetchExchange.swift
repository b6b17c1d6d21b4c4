// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import NIOCore
import NIOHTTP1

/// Sends one request on a connection and collects its response.
final class FetchExchange: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let request: OutboundRequest
    private let target: FetchTarget
    private let response: EventLoopPromise<OutboundResponse>
    private var head: HTTPResponseHead?
    private var body: [UInt8] = []

    /// Creates the handler; it completes the promise once and sends the request as soon as it is in a pipeline.
    init(_ request: OutboundRequest, to target: FetchTarget, response: EventLoopPromise<OutboundResponse>) {
        self.request = request
        self.target = target
        self.response = response
    }

    func handlerAdded(context: ChannelHandlerContext) {
        var headers = HTTPHeaders([
            ("Host", target.authority), ("User-Agent", "Gatehouse"), ("Accept-Encoding", "identity"),
            ("Connection", "close"),
        ])
        for header in request.headers { headers.add(name: header.name, value: header.value) }
        if request.method == .post { headers.add(name: "Content-Length", value: String(request.body.count)) }
        let head = HTTPRequestHead(
            version: .http1_1, method: request.method == .post ? .POST : .GET, uri: target.path, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if request.method == .post {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: request.body)))), promise: nil)
        }
        let isWritten = context.eventLoop.makePromise(of: Void.self)
        isWritten.futureResult.cascadeFailure(to: response)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: isWritten)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body(let part):
            guard part.readableBytes <= request.bodyLimit - body.count else {
                response.fail(OutboundFailure.tooLarge)
                context.close(promise: nil)
                return
            }
            body += part.readableBytesView
        case .end:
            guard let head else { return }
            response.succeed(
                OutboundResponse(
                    status: Int(head.status.code), headers: head.headers.map { OutboundHeader($0.name, $0.value) },
                    body: body))
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        response.fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        response.fail(OutboundFailure.unreachable("the connection ended early"))
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        response.fail(OutboundFailure.unreachable("the connection ended early"))
    }
}
