// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation
import GatehouseCrypto
import GatehouseText

/// An HTTP request as a server received it, for verification of its signature.
///
/// Path, query and headers must be as in the request line and the header fields, without any decoding.
public struct SignedRequest: Sendable {
    /// The most bytes of path and query together, and of all headers together.
    static let maximumLength = 65_536
    /// The most header fields.
    static let maximumHeaders = 256

    /// The method in upper case.
    public var method: String
    /// The path in percent-encoding, without the query.
    public var path: String
    /// The query in percent-encoding, without the question mark.
    public var query: String
    /// The header fields in their order, with `Host`; with HTTP/2, `Host` is the value of `:authority`.
    public var headers: [(name: String, value: String)]
    /// All bytes of the body.
    public var body: Data

    /// Creates a request.
    public init(
        method: String, path: String, query: String = "", headers: [(name: String, value: String)],
        body: Data = Data()
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// Creates a request from the target of a request line, such as `/orders?page=2`.
    public init(method: String, target: String, headers: [(name: String, value: String)], body: Data = Data()) {
        let parts = target.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        self.init(
            method: method, path: parts.first.map { String(Substring($0)) } ?? "",
            query: parts.count > 1 ? String(Substring(parts[1])) : "", headers: headers, body: body)
    }

    /// The request in the form that signatures cover, once its size and its text are checked.
    ///
    /// Throws `malformed`.
    var signable: SignableRequest {
        get throws(SigV4Error) {
            guard path.utf8.count + query.utf8.count <= Self.maximumLength else {
                throw .malformed(.tooLong("address"))
            }
            guard headers.count <= Self.maximumHeaders,
                headers.reduce(0, { $0 + $1.name.utf8.count + $1.value.utf8.count }) <= Self.maximumLength
            else { throw .malformed(.tooLong("header")) }
            guard let fields = SignableRequest.query(unambiguous: query), method.utf8.count <= 32,
                [method, path].allSatisfy(StreamSafeText.contains),
                headers.allSatisfy({ StreamSafeText.contains($0.name) && StreamSafeText.contains($0.value) }),
                fields.allSatisfy({ StreamSafeText.contains($0.0) && StreamSafeText.contains($0.1) })
            else { throw .malformed(.ambiguousQuery) }
            return SignableRequest(method: method, path: path, query: fields, headers: headers, body: Array(body))
        }
    }
}
