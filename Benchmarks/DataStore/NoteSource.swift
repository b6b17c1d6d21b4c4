// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOCore

/// The service in a process of its own, over HTTP: this program with a command.
enum NoteSource {
    /// The name of the command.
    static let command = "note-source"

    /// Serves until the standard input ends.
    ///
    /// - Throws: the error of the sockets.
    static func run() async throws {
        try await SourceProcess.serve { try $0.pipeline.syncOperations.addHandler(NoteSourceHandler()) }
    }
}

/// One HTTP connection of the service.
///
/// It knows the requests that the client sends, and no others: those with a `Content-Length`.
private final class NoteSourceHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let endOfHead = Array("\r\n\r\n".utf8)

    private let service = NoteService()
    private var received = ByteBuffer()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var piece = unwrapInboundIn(data)
        received.writeBuffer(&piece)
        while let body = nextBody() {
            let answer = service.answer(to: body)
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(answer.count)\r\n\r\n"
            var response = ByteBuffer(string: head)
            response.writeBytes(answer)
            context.writeAndFlush(wrapOutboundOut(response), promise: nil)
        }
    }

    /// The body of the next request; nil until it is complete.
    private func nextBody() -> [UInt8]? {
        let bytes = received.readableBytesView
        guard let end = bytes.firstRange(of: Self.endOfHead) else { return nil }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
        let line = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
        let length = line.flatMap { Int($0.drop { !$0.isNumber }) } ?? 0
        let rest = bytes[end.upperBound...]
        guard rest.count >= length else { return nil }
        let body = Array(rest.prefix(length))
        received.moveReaderIndex(forwardBy: bytes.count - rest.count + length)
        received.discardReadBytes()
        return body
    }
}
