// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The one way HTTP leaves a client: a request in, a complete response out.
///
/// A conformer never follows redirects, keeps no cookies, reads no more than the request's response limit, gives up
/// after the request's timeout, and returns promptly when its task is cancelled.
package protocol Transport: Sendable {
    /// Sends one request and waits for the whole response.
    ///
    /// - Parameter request: what to send, with its timeout and its response limit.
    /// - Returns: the response, whatever its status.
    /// - Throws: `TransportError` when no complete response arrived.
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
}

/// One HTTP request, complete in memory.
package struct TransportRequest: Sendable {
    /// The methods of HTTP that clients call with.
    package enum Method: String, Sendable, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
        case head = "HEAD"
    }

    package var method: Method
    package var url: URL
    /// The headers in the order in which they are sent; a name may occur more than once.
    package var headers: [(name: String, value: String)]
    /// All bytes of the body; empty for `GET` and `HEAD`.
    package var body: Data
    /// The time limit for this attempt, from the first byte sent to the last byte received.
    package var timeout: Duration
    /// The time limit for the connection, within that time.
    package var connectTimeout: Duration
    /// The largest response body that is accepted, in bytes.
    package var responseLimit: Int

    /// Creates a request.
    package init(
        method: Method = .post,
        url: URL,
        headers: [(name: String, value: String)] = [],
        body: Data = Data(),
        timeout: Duration = .seconds(30),
        connectTimeout: Duration = .seconds(10),
        responseLimit: Int = 4 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.connectTimeout = connectTimeout
        self.responseLimit = responseLimit
    }
}

extension TransportRequest {
    /// Whether the request is sent with a body, perhaps an empty one, which then has a length (RFC 9110, section 8.6).
    var hasBody: Bool {
        switch method {
        case .post, .put, .patch: true
        case .get, .head, .delete: !body.isEmpty
        }
    }
}

/// One HTTP response, complete in memory.
package struct TransportResponse: Sendable {
    /// The HTTP status code.
    package var status: Int
    /// The headers in the order of their arrival; a name may occur more than once.
    package var headers: [(name: String, value: String)]
    /// All bytes of the body, after decompression.
    package var body: Data

    /// Creates a response.
    package init(status: Int, headers: [(name: String, value: String)] = [], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first value of a header.
    ///
    /// - Parameter name: the header's name in any case.
    /// - Returns: the value, or nil when the header is absent.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
    }
}

extension Transport where Self == PlatformTransport {
    /// The app's transport: AsyncHTTPClient on Linux with the trait of that name, else URLSession.
    package static var platform: PlatformTransport { PlatformTransport() }
}

#if AsyncHTTPClient && os(Linux)
/// The transport used by default on this platform.
package typealias PlatformTransport = AsyncHTTPClientTransport
#else
/// The transport used by default on this platform.
package typealias PlatformTransport = URLSessionTransport
#endif

extension Transport {
    /// Limits the time of an exchange, and cancels it at the end of that time.
    ///
    /// - Parameters:
    ///   - limit: the time.
    ///   - exchange: the exchange; it returns promptly when its task is cancelled.
    /// - Returns: the exchange's response.
    /// - Throws: the exchange's error, or `.timedOut`.
    func within(
        _ limit: Duration,
        _ exchange: @escaping @Sendable () async -> Result<TransportResponse, TransportError>
    ) async throws(TransportError) -> TransportResponse {
        let outcome = await withTaskGroup(of: Result<TransportResponse, TransportError>?.self) { group in
            group.addTask { await exchange() }
            group.addTask {
                // Cancelled with the group when the answer is first.
                try? await Task.sleep(for: limit)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first ?? .failure(TransportError(Task.isCancelled ? .cancelled : .timedOut))
        }
        return try outcome.get()
    }
}
