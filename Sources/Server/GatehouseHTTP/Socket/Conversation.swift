// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway
import Logging
import NIOCore
import NIOHTTP1

/// The requests of one connection with their responses, one after the other.
///
/// It works on the messages of NIO's HTTP/1 codec, because each conversion of a message to other types takes as long as
/// the routing of the request.
struct Conversation: Sendable {
    typealias Answer = @Sendable (GatewayRequest, RequestPieces) async throws -> GatewayResponse

    /// The response could not be written, because the connection had ended.
    private struct LostResponse: Error {}

    let answer: Answer
    /// The address of the client or proxy, without its port.
    let remoteAddress: String
    let logger: Logger

    /// Handles requests until the connection ends.
    func run(_ value: GatewayChannel.Value) async {
        do {
            try await withTaskCancellationHandler {
                try await value.executeThenClose { inbound, outbound in
                    do {
                        try await respond(to: inbound, outbound)
                    } catch is HTTPParserError {
                        logger.debug("HTTP parse error, closing connection")
                        try await outbound.write(contentsOf: MessageConversion.refusal(.badRequest))
                    }
                    outbound.finish()
                    try await value.channel.closeFuture.get()
                }
            } onCancel: {
                value.channel.close(mode: .input, promise: nil)
            }
        } catch {
            logger.trace("Failed to read/write to Channel. Error: \(error)")
        }
    }

    /// Responds to each request until one is the last, or until the client sends no more.
    private func respond(
        to inbound: NIOAsyncChannelInboundStream<HTTPServerRequestPart>,
        _ outbound: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
    ) async throws {
        var parts = inbound.makeAsyncIterator()
        var part = try await parts.next()
        while let present = part {
            guard case .head(let head) = present else { throw UnexpectedPart() }
            let request = MessageConversion.request(head, from: remoteAddress)
            let response = try await response(to: request, RequestPieces(parts: parts))
            do {
                try await outbound.write(
                    contentsOf: MessageConversion.parts(of: response, isHead: head.method == .HEAD))
            } catch is HTTPParserError {
                // A second response must not follow the one that was begun.
                throw LostResponse()
            }
            if MessageConversion.isLast(head) { return }
            part = try await parts.next()
            while case .body? = part { part = try await parts.next() }
            if case .end? = part { part = try await parts.next() }
        }
    }

    private func response(to request: GatewayRequest, _ pieces: RequestPieces) async throws -> GatewayResponse {
        do {
            return try await answer(request, pieces)
        } catch let error as HTTPParserError {
            throw error
        } catch {
            logger.debug("Unrecognised Error", metadata: ["error.type": "\(error)"])
            return GatewayResponse(status: 500)
        }
    }
}
