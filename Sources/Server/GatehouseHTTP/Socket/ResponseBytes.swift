// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseGateway
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

    /// A response; the response to a HEAD request has no body, and `isLast` announces that the connection ends.
    static func message(_ response: GatewayResponse, isHead: Bool, isLast: Bool) -> ByteBuffer {
        var size = 128 + (isHead ? 0 : response.body.count)
        for (name, value) in response.headers { size += name.utf8.count + value.utf8.count + 4 }
        var buffer = ByteBufferAllocator().buffer(capacity: size)
        let status = HTTPResponseStatus(statusCode: response.status)
        buffer.writeString("HTTP/1.1 ")
        buffer.writeString(String(status.code))
        buffer.writeString(" ")
        buffer.writeString(status.reasonPhrase)
        buffer.writeString("\r\n")
        var hasDate = false
        for (name, value) in response.headers {
            hasDate = hasDate || HeaderName.areEqual(name, "Date")
            write(name, legal(value), to: &buffer)
        }
        if !hasDate { write("Date", GatewayResponse.date(Date()), to: &buffer) }
        write("Content-Length", String(response.body.count), to: &buffer)
        if isLast { write("Connection", "close", to: &buffer) }
        buffer.writeString("\r\n")
        if !isHead { buffer.writeBytes(response.body) }
        return buffer
    }

    private static func write(_ name: String, _ value: String, to buffer: inout ByteBuffer) {
        buffer.writeString(name)
        buffer.writeString(": ")
        buffer.writeString(value)
        buffer.writeString("\r\n")
    }

    /// The value of a header with a space for each byte that a header cannot contain, such as a line feed (RFC 9110,
    /// section 5.5).
    private static func legal(_ value: String) -> String {
        let isPlain = value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        if isPlain, value.utf8.first != 0x20, value.utf8.last != 0x20 { return value }
        // The library's rule for the rest, which also removes spaces and tabs at both ends.
        return HTTPField(name: .location, value: value).value
    }
}
