// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSites
import NIOCore

/// The responses of a connection whose chunks a task writes.
///
/// A chunk is counted until the client's socket has taken it. The connection ends at the deadline of a request when that
/// takes too long; while no chunk waits, a stream has no deadline.
extension ConnectionHandler {
    /// Writes the head of a response, after which chunks follow.
    func begin(_ response: GatewayResponse, of exchange: Exchange) {
        guard let context else { return }
        phase = .streaming(exchange)
        deadlines?.record { deadlines, _ in deadlines.didBeginAnswer() }
        // Without chunks, the end of the connection is the end of the response.
        let head = ResponseBytes.message(
            response, isHead: false, isLast: exchange.isLast || !exchange.takesChunks,
            body: exchange.takesChunks ? .chunks : .unframed)
        context.writeAndFlush(wrapOutboundOut(head), promise: nil)
        if !response.body.isEmpty { write(response.body) { _ in } }
    }

    /// Writes a chunk, and reports when the socket has taken it.
    func write(_ chunk: Data, didEnd: @escaping (Result<Void, StreamEnded>) -> Void) {
        guard case .streaming(let exchange) = phase, let context, context.channel.isActive else {
            return didEnd(.failure(.clientGone))
        }
        guard !isEnding else { return didEnd(.failure(.shuttingDown)) }
        guard !chunk.isEmpty else { return didEnd(.success(())) }
        let bytes = exchange.takesChunks ? ResponseBytes.chunk(chunk) : ByteBuffer(bytes: chunk)
        deadlines?.record { deadlines, now in deadlines.didWritePart(now: now) }
        deliver(bytes, didEnd: didEnd)
    }

    /// Ends a response with its last chunk; a broken one ends with the connection, so that the client sees that it is not
    /// whole.
    func endStream(isWhole: Bool) {
        task = nil
        guard case .streaming(let exchange) = phase, let context else { return }
        guard isWhole, exchange.takesChunks else { return context.close(promise: nil) }
        phase = .sending(exchange)
        write(ResponseBytes.lastChunk) { self.didSend() }
    }
}

extension GatewayResponse {
    /// Lets the response write its chunks; returns whether it wrote all of them.
    func writeChunks(to connection: NIOLoopBound<ConnectionHandler>, on eventLoop: any EventLoop) async -> Bool {
        do {
            try await stream?(ConnectionChunks(connection: connection, eventLoop: eventLoop))
            return true
        } catch {
            return false
        }
    }
}

/// The writer of a response's chunks.
private struct ConnectionChunks: ChunkWriter {
    let connection: NIOLoopBound<ConnectionHandler>
    let eventLoop: any EventLoop

    func write(_ chunk: Data) async throws(StreamEnded) {
        let result: Result<Void, StreamEnded> = await withCheckedContinuation { continuation in
            eventLoop.perform { connection.value.write(chunk) { continuation.resume(returning: $0) } }
        }
        try result.get()
    }
}
