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
        task = nil
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
        guard context != nil else { return }
        unanswered -= 1
        deadlines?.record { deadlines, now in
            deadlines.didBeginAnswer()
            deadlines.didWriteAnswer(now: now)
        }
        deliver(message) { result in
            if case .success = result { didDeliver() }
        }
    }

    /// Writes a response or a part of one, and reports when the socket has taken it.
    ///
    /// What the socket does not take at once is counted until it does; without memory for that, the connection ends.
    func deliver(_ bytes: ByteBuffer, didEnd: @escaping (Result<Void, StreamEnded>) -> Void) {
        guard let context else { return didEnd(.failure(.clientGone)) }
        let size = bytes.readableBytes
        var (isOver, isCounted, hasMemory) = (false, false, true)
        let delivery = context.eventLoop.makePromise(of: Void.self)
        delivery.futureResult.assumeIsolated().whenComplete { [memory = service.memory] result in
            isOver = true
            if isCounted { memory?.giveBackShort(size) }
            switch result {
            case .success:
                self.deadlines?.record { deadlines, now in deadlines.didDeliverAnswer(now: now) }
                didEnd(.success(()))
            case .failure: didEnd(.failure(hasMemory ? .clientGone : .noMemory))
            }
        }
        context.writeAndFlush(wrapOutboundOut(bytes), promise: delivery)
        guard !isOver else { return }
        do throws(BodyBudget.Exhausted) {
            try service.memory?.takeShort(size)
            isCounted = true
        } catch {
            hasMemory = false
            context.close(promise: nil)
        }
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
