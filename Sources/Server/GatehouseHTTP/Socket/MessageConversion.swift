// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseGateway
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Converts messages of HTTP/1 to those of the gateway, and back.
enum MessageConversion {
    /// The request without its body; its target must have origin form.
    ///
    /// An HTTP/1.0 request may have no `Host` header; it is then empty, and a server that checks host names refuses the
    /// request.
    static func request(_ head: HTTPRequestHead, from address: String) -> GatewayRequest {
        var headers: [(name: String, value: String)] = []
        headers.reserveCapacity(head.headers.count + 1)
        var hasHost = false
        for (name, value) in head.headers {
            hasHost = hasHost || HeaderName.areEqual(name, "Host")
            headers.append((name, value))
        }
        if !hasHost { headers.append(("Host", "")) }
        return GatewayRequest(
            method: head.method.rawValue, path: head.path, query: head.query, headers: headers, remoteAddress: address)
    }

    /// Whether the connection ends after a request; ``MessageRulesHandler`` has marked it.
    static func isLast(_ head: HTTPRequestHead) -> Bool {
        head.headers.first(name: "Connection").map { HeaderName.areEqual($0, "close") } ?? false
    }

    /// The parts of a response; the response to a HEAD request has no body.
    static func parts(of response: GatewayResponse, isHead: Bool) -> [HTTPServerResponsePart] {
        var headers = HTTPHeaders()
        headers.reserveCapacity(response.headers.count + 2)
        var hasDate = false
        for (name, value) in response.headers {
            hasDate = hasDate || HeaderName.areEqual(name, "Date")
            headers.add(name: name, value: legal(value))
        }
        if !hasDate { headers.add(name: "Date", value: GatewayResponse.date(Date())) }
        headers.add(name: "Content-Length", value: String(response.body.count))
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: response.status), headers: headers)
        guard !isHead, !response.body.isEmpty else { return [.head(head), .end(nil)] }
        return [.head(head), .body(.byteBuffer(ByteBuffer(bytes: response.body))), .end(nil)]
    }

    /// An empty response after which the connection ends.
    static func refusal(_ status: HTTPResponseStatus) -> [HTTPServerResponsePart] {
        let headers: HTTPHeaders = ["Connection": "close", "Content-Length": "0"]
        return [.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers)), .end(nil)]
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
