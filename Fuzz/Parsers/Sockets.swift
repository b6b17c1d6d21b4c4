// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseSites
import GatehouseWire
import NIOCore
import NIOEmbedded
import NIOWebSocket

@testable import GatehouseHTTP

/// The limit of a message and of a frame: less than the server's, so that inputs reach it.
private let limit = 60_000

extension FuzzedParser {
    /// Frames of a client of WebSockets, as the server reads them: its answer does not depend on how the bytes are cut.
    func feedSocket(_ bytes: [UInt8]) {
        let whole = SocketReading(of: [bytes[...]])
        precondition(whole == SocketReading(of: pieces(of: bytes)), "messages depend on how they are cut")
        var size = 0
        for case .message(let message) in whole.events {
            let length =
                switch message {
                case .text(let text): text.utf8.count
                case .binary(let data): data.count
                }
            precondition(length <= limit, "a message is over the limit")
            size += length
        }
        precondition(size <= bytes.count, "bytes were invented")
    }

    /// Single bytes at the beginning, then pieces of 256.
    private func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let beginning = min(bytes.count, 64)
        return (0..<beginning).map { bytes[$0...$0] }
            + stride(from: beginning, to: bytes.count, by: 256).map { bytes[$0..<min($0 + 256, bytes.count)] }
    }

    /// The head of a server's answer to a handshake: it is complete with its last byte, and not before.
    func feedSocketAnswer(_ bytes: [UInt8]) {
        guard case .complete(let head, let length) = SocketResponseHead.read(bytes) else { return }
        guard case .complete(_, length) = SocketResponseHead.read(Array(bytes.prefix(length))),
            case .incomplete = SocketResponseHead.read(Array(bytes.prefix(length - 1)))
        else { preconditionFailure("a head does not end where it ends") }
        for (name, value) in head.headers {
            precondition(!name.isEmpty && !value.utf8.contains(0x0A), "a header has two lines")
        }
        guard let url = URL(string: "wss://a.example"),
            let handshake = try? SocketHandshake(
                SocketRequest(url: url, subprotocols: ["a", "b"]), entropy: .seeded(1))
        else { return }
        if let chosen = try? handshake.subprotocol(status: 101, headers: head.headers) {
            precondition(["a", "b"].contains(chosen), "the server chose what was not offered")
        }
    }

    /// Frames of a server of WebSockets, as the client reads them.
    ///
    /// The first byte is the number of frames after which the client closes. Each frame has a byte with its flags and
    /// kind, one with its length, and that many bytes.
    func feedSocketConversation(_ bytes: [UInt8]) {
        var rest = bytes.dropFirst()
        var conversation = SocketConversation(messageLimit: limit)
        var (size, count, isOver) = (0, 0, false)
        while let flags = rest.popFirst(), let length = rest.popFirst() {
            if count == bytes[0] { _ = conversation.close(SocketClosure(.normal, reason: "enough")) }
            count += 1
            let payload = Array(rest.prefix(Int(length & 0x7F)))
            rest = rest.dropFirst(payload.count)
            let step = conversation.receive(
                SocketFrame(
                    opcode: flags & 0x0F, payload: payload, isFinal: flags & 0x80 != 0,
                    hasReservedBits: flags & 0x70 != 0, isMasked: length & 0x80 != 0))
            precondition(!isOver || step == .nothing, "a frame follows the end")
            switch step {
            case .nothing: break
            case .deliver(let message):
                precondition(message.size <= limit, "a message is over the limit")
                size += message.size
            case .pong(let data): precondition(data == payload && data.count <= 125, "a pong has other bytes")
            case .end(let end, let farewell):
                isOver = true
                precondition((farewell?.payload.count ?? 0) <= 125, "a farewell is too long")
                if case .success(let closure) = end {
                    precondition(
                        closure.code == .none || WebSocketRules.maySend(status: closure.code.rawValue),
                        "the server closed with a code that is never sent")
                }
            }
        }
        precondition(size <= bytes.count, "bytes were invented")
    }
}

/// What a server makes of the bytes of a client.
private struct SocketReading: Equatable {
    /// The frames and messages up to the first error, without the parts of messages.
    private(set) var events: [MessageAssembly.Event] = []
    /// The status of the error; a frame that cannot be read has none of its own.
    private(set) var error: SocketClose?
    private var isBroken = false

    init(of pieces: [ArraySlice<UInt8>]) {
        let channel = EmbeddedChannel()
        let intake = SocketIntake()
        intake.stage = .frames
        try? channel.pipeline.syncOperations.addHandlers([
            intake, ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: limit)), FrameCount(intake),
        ])
        var assembly = MessageAssembly(limit: limit)
        var size = 0
        for piece in pieces where error == nil && !isBroken {
            size += piece.count
            do {
                try channel.writeInbound(ByteBuffer(bytes: piece))
            } catch {
                isBroken = true
            }
            precondition((0...size).contains(intake.pending), "more bytes are counted than came")
            read(channel, &assembly)
        }
        // The rest of a frame that is not complete is an error of the channel only.
        _ = try? channel.finish()
    }

    private mutating func read(_ channel: EmbeddedChannel, _ assembly: inout MessageAssembly) {
        do throws(SocketClose) {
            while let frame = try? channel.readInbound(as: WebSocketFrame.self) {
                let event = try assembly.add(frame)
                if event != .part { events.append(event) }
                precondition(assembly.size <= limit, "a message is over the limit")
            }
        } catch {
            // What follows the first error does not count.
            (self.error, isBroken) = (error, false)
        }
    }
}

/// Tells the counter of bytes about frames, as the server's handler does.
private final class FrameCount: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private let intake: SocketIntake

    init(_ intake: SocketIntake) {
        self.intake = intake
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        intake.didDecode(unwrapInboundIn(data))
        context.fireChannelRead(data)
    }
}
