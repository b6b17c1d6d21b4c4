// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseWire
import NIOCore

/// One WebSocket of the source of events: accepts all starts, then sends the events to all subscriptions.
///
/// It knows the frames that the clients of the benchmark send, and no others.
final class EventSourceHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The time between two batches of events.
    private static let interval = TimeAmount.milliseconds(10)

    private let events: Int
    private let perBatch: Int
    private var received = ByteBuffer()
    private var isOpen = false
    private var ids: [String] = []
    private var sent = 0

    init(events: Int, perSecond: Int) {
        self.events = events
        perBatch = max(1, perSecond / 100)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var piece = unwrapInboundIn(data)
        received.writeBuffer(&piece)
        if !isOpen { open(context) }
        while isOpen, let text = nextText() { answer(text, context) }
    }

    /// Answers the handshake once its head is complete.
    private func open(_ context: ChannelHandlerContext) {
        let head = String(buffer: received)
        guard head.hasSuffix("\r\n\r\n") else { return }
        received.clear()
        isOpen = true
        let key = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("sec-websocket-key:") }
        let value = key?.split(separator: ":", maxSplits: 1).last?.trimmingCharacters(in: .whitespaces) ?? ""
        let accept = Base64.encode(insecureSHA1(Array((value + WebSocketRules.keySuffix).utf8)))
        let response =
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: \(accept)\r\nSec-WebSocket-Protocol: graphql-ws\r\n\r\n"
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: response)), promise: nil)
    }

    /// The next frame of the client, without its mask (RFC 6455, section 5.2); nil until it is complete.
    private func nextText() -> String? {
        var bytes = received
        guard let (_, second) = bytes.readMultipleIntegers(as: (UInt8, UInt8).self) else { return nil }
        var length = Int(second & 0x7F)
        if length == 126 {
            guard let long = bytes.readInteger(as: UInt16.self) else { return nil }
            length = Int(long)
        }
        guard let mask = bytes.readBytes(length: 4), let masked = bytes.readBytes(length: length) else { return nil }
        received = bytes
        received.discardReadBytes()
        return String(decoding: masked.enumerated().map { $0.element ^ mask[$0.offset % 4] }, as: UTF8.self)
    }

    private func answer(_ text: String, _ context: ChannelHandlerContext) {
        guard let message = try? WireValue(json: Array(text.utf8)), let type = message["type"]?.stringValue else {
            // A close frame.
            context.close(promise: nil)
            return
        }
        switch (type, message["id"]?.stringValue) {
        case ("connection_init", _):
            send(#"{"type":"connection_ack","payload":{"connectionTimeoutMs":300000}}"#, context)
        case ("start", let id?):
            ids.append(id)
            send(#"{"type":"start_ack","id":"\#(id)"}"#, context)
            if ids.count == ClientEvents.subscriptions { begin(context) }
        default: break
        }
        context.flush()
    }

    private func begin(_ context: ChannelHandlerContext) {
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        let handler = NIOLoopBound(self, eventLoop: context.value.eventLoop)
        context.value.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: Self.interval) { task in
            if handler.value.sendBatch(context.value) { task.cancel() }
        }
    }

    /// Sends some events to each subscription; returns whether they were the last ones.
    private func sendBatch(_ context: ChannelHandlerContext) -> Bool {
        for rank in sent..<min(events, sent + perBatch) {
            let record = #"{"rank":\#(rank),"text":"\#(LocalAPI.text)"}"#
            for id in ids {
                send(#"{"id":"\#(id)","type":"data","payload":{"data":{"onCreateNote":\#(record)}}}"#, context)
            }
        }
        sent += perBatch
        let isOver = sent >= events || !context.channel.isActive
        if isOver {
            for id in ids { send(#"{"type":"complete","id":"\#(id)"}"#, context) }
        }
        context.flush()
        return isOver
    }

    private func send(_ text: String, _ context: ChannelHandlerContext) {
        var frame = ByteBuffer(bytes: [0x81, text.utf8.count < 126 ? UInt8(text.utf8.count) : 126])
        if text.utf8.count >= 126 { frame.writeInteger(UInt16(text.utf8.count)) }
        frame.writeString(text)
        context.write(wrapOutboundOut(frame), promise: nil)
    }
}
