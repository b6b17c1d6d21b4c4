// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseClient
import GatehouseWire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TransportRequest {
    /// The request of URLSession, after the app's changes.
    ///
    /// - Throws: `.invalidURL` without a host, `.operationError` for anything else that cannot be sent.
    init(_ request: URLRequest, timeout: Duration, responseLimit: Int) throws(APIError) {
        guard let url = request.url, !url.authority.isEmpty else {
            throw .invalidURL("The request has no address with a host", "Keep the request's url in interceptors")
        }
        guard let method = Method(rawValue: request.httpMethod ?? "GET"), request.httpBodyStream == nil else {
            let methods = Method.allCases.map(\.rawValue).joined(separator: ", ")
            throw .operationError(
                "The request has another method than \(methods), or its body is a stream",
                "Keep the request's httpMethod and httpBody in interceptors")
        }
        let body = request.httpBody ?? Data()
        guard body.isEmpty || (method != .get && method != .head) else {
            throw .operationError(
                "A request with the method \(method.rawValue) has no body", "Use the query, or another method")
        }
        // Dictionaries have no order; this one is the same for each call.
        let headers = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
        for (name, value) in headers { try HeaderSyntax.check(name, value) }
        self.init(
            method: method, url: url, headers: headers.map { (name: $0.key, value: $0.value) }, body: body,
            timeout: timeout, responseLimit: responseLimit)
    }
}

/// The characters of headers (RFC 9110, section 5.5); a line break would begin another header.
enum HeaderSyntax {
    /// Checks a header.
    ///
    /// - Throws: `.operationError`, without the header, whose value can be a secret.
    static func check(_ name: String, _ value: String) throws(APIError) {
        guard isHeader(name, value) else {
            throw .operationError(
                "A header of the request has characters that HTTP does not have",
                "Write names of letters, digits and hyphens, and values without control characters")
        }
    }

    private static func isHeader(_ name: String, _ value: String) -> Bool {
        let isToken = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        }
        let isText = value.utf8.allSatisfy { $0 == UInt8(ascii: "\t") || ($0 >= 0x20 && $0 != 0x7F) }
        return isToken && !name.isEmpty && isText
    }
}
