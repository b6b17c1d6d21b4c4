// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSites
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Writes responses in the form of HTTP/1.1 (RFC 9112).
enum ResponseBytes {
    /// The interim response to a client that waits before it sends the body.
    static let `continue` = ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")

    /// An empty response after which the connection ends.
    static func refusal(_ status: HTTPResponseStatus) -> ByteBuffer {
        ByteBuffer(
            string: "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    }

    /// What follows the head of a response.
    enum Body: Equatable {
        /// All bytes, whose number the head has.
        case complete
        /// Chunks (RFC 9112, section 7.1).
        case chunks
        /// Bytes up to the end of the connection, for a client of HTTP/1.0; or bytes of another protocol.
        case unframed
    }

    /// The last chunk.
    static let lastChunk = ByteBuffer(string: "0\r\n\r\n")

    /// A chunk with bytes, of which there is at least one: an empty chunk would be the last one.
    static func chunk(_ bytes: Data) -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: bytes.count + 16)
        buffer.writeString(String(bytes.count, radix: 16) + "\r\n")
        buffer.writeBytes(bytes)
        buffer.writeString("\r\n")
        return buffer
    }

    /// A response; the response to a HEAD request has no body, and `isLast` announces that the connection ends.
    static func message(
        _ response: GatewayResponse, isHead: Bool, isLast: Bool, body: Body = .complete
    ) -> ByteBuffer {
        let status = HTTPResponseStatus(statusCode: response.status)
        var head = TextBytes(capacity: 768)
        head.append("HTTP/1.1 ")
        head.append(String(status.code))
        head.append(" ")
        head.append(status.reasonPhrase)
        head.append("\r\n")
        var hasDate = false
        for (name, value) in response.headers {
            hasDate = hasDate || HeaderName.areEqual(name, "Date")
            add(name, legal(value), to: &head)
        }
        if !hasDate { add("Date", HTTPDate.text(Date()), to: &head) }
        switch body {
        case .complete: add("Content-Length", String(response.body.count), to: &head)
        case .chunks: add("Transfer-Encoding", "chunked", to: &head)
        case .unframed: break
        }
        if isLast { add("Connection", "close", to: &head) }
        head.append("\r\n")
        var buffer = ByteBufferAllocator().buffer(capacity: head.bytes.count + (isHead ? 0 : response.body.count))
        buffer.writeBytes(head.bytes)
        if !isHead, body == .complete { buffer.writeBytes(response.body) }
        return buffer
    }

    private static func add(_ name: String, _ value: String, to head: inout TextBytes) {
        head.append(name)
        head.append(": ")
        head.append(value)
        head.append("\r\n")
    }

    /// The value of a header with a space for each byte that a header cannot contain, such as a line feed (RFC 9110,
    /// section 5.5).
    private static func legal(_ value: String) -> String {
        var bytes = value
        let isPlain = bytes.withUTF8 { utf8 in unsafe utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
        if isPlain, value.utf8.first != 0x20, value.utf8.last != 0x20 { return value }
        // The library's rule for the rest, which also removes spaces and tabs at both ends.
        return HTTPField(name: .location, value: value).value
    }
}
