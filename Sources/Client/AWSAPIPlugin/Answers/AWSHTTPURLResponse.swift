// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation
import GatehouseClient

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// An HTTP response together with its body, as `APIError.httpStatusError` has it.
///
/// Unchecked because its superclass is so: the body never changes.
public final class AWSHTTPURLResponse: HTTPURLResponse, @unchecked Sendable {
    /// The body; nil if there is none.
    public let body: Data?

    /// Makes a response; nil if HTTP does not have the address or a header.
    init?(_ response: TransportResponse, from url: URL) {
        body = response.body.isEmpty ? nil : response.body
        let headers = Dictionary(response.headers.map { ($0.name, $0.value) }) { "\($0), \($1)" }
        super.init(url: url, statusCode: response.status, httpVersion: "HTTP/1.1", headerFields: headers)
    }

    /// Not supported: returns nil.
    public required init?(coder: NSCoder) {
        nil
    }
}
