// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// HTTP through URLSession: the default on Apple's systems, available everywhere.
package struct URLSessionTransport: Transport {
    private let session: URLSession
    private let exchanges: URLSessionExchanges

    /// Creates a transport with a session of its own: no cache, no cookies, no stored credentials.
    package init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        exchanges = URLSessionExchanges()
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        if Task.isCancelled { throw TransportError(.cancelled) }
        let task = session.dataTask(with: Self.outgoing(request))
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchanges.begin(task.taskIdentifier, limit: request.responseLimit, continuation)
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }

    private static func outgoing(_ request: TransportRequest) -> URLRequest {
        var outgoing = URLRequest(url: request.url, timeoutInterval: request.timeout / .seconds(1))
        outgoing.httpMethod = request.method.rawValue
        for header in request.headers where header.name.caseInsensitiveCompare("host") != .orderedSame {
            outgoing.addValue(header.value, forHTTPHeaderField: header.name)
        }
        if request.method == .post { outgoing.httpBody = request.body }
        return outgoing
    }
}
