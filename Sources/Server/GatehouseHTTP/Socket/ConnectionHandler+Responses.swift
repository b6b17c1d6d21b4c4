// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import NIOCore
import NIOHTTP1

/// The responses of a connection that are complete when they are written.
extension ConnectionHandler {
    /// Writes the response to the current request; `nil` for a malformed request.
    func send(_ response: GatewayResponse?) {
        guard case .handling(let exchange) = phase else { return }
        guard let response else { return refuse(.badRequest) }
        if response.stream != nil, !exchange.isHead { return begin(response, of: exchange) }
        phase = .sending(exchange)
        write(ResponseBytes.message(response, isHead: exchange.isHead, isLast: exchange.isLast)) {
            self.didSend()
        }
    }

    /// Writes an empty response and ends the connection.
    func refuse(_ status: HTTPResponseStatus) {
        phase = .over
        ahead = []
        // Bytes without a head are a request as well.
        unanswered = max(unanswered, 1)
        write(ResponseBytes.refusal(status)) { self.context?.close(mode: .output, promise: nil) }
    }

    func write(_ message: ByteBuffer, didDeliver: @escaping () -> Void) {
        guard let context else { return }
        unanswered -= 1
        deadlines?.record { deadlines, now in
            deadlines.didBeginAnswer()
            deadlines.didWriteAnswer(now: now)
        }
        var isDelivered = false
        let delivery = context.eventLoop.makePromise(of: Void.self)
        delivery.futureResult.assumeIsolated().whenSuccess {
            isDelivered = true
            self.releaseMemory()
            self.deadlines?.record { deadlines, now in deadlines.didDeliverAnswer(now: now) }
            didDeliver()
        }
        context.writeAndFlush(wrapOutboundOut(message), promise: delivery)
        if !isDelivered, context.channel.isActive { holdMemory(message.readableBytes) }
    }

    /// Counts a response that the socket did not take at once; without memory for it, the connection ends.
    func holdMemory(_ bytes: Int) {
        do throws(BodyBudget.Exhausted) {
            try service.memory?.takeShort(bytes)
            undelivered = bytes
        } catch {
            context?.close(promise: nil)
        }
    }

    func releaseMemory() {
        service.memory?.giveBackShort(undelivered)
        undelivered = 0
    }

    func didSend() {
        guard let context, case .sending(let exchange) = phase else { return }
        if isEnding, unanswered == 0 {
            context.close(promise: nil)
        } else if exchange.isLast {
            phase = .over
            ahead = []
            context.close(mode: .output, promise: nil)
        } else {
            phase = exchange.isComplete ? .idle : .dropping
            proceed()
        }
    }
}
