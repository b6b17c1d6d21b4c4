// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// HTTP through URLSession: the default on Apple's systems, available everywhere.
package struct URLSessionTransport: Transport {
    /// A session that is invalidated with the last copy of its transport; until then, it keeps itself, its delegate and
    /// its connections.
    private final class Session: Sendable {
        let exchanges: URLSessionExchanges
        let session: URLSession

        init(didInvalidate: @escaping @Sendable () -> Void) {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            exchanges = URLSessionExchanges(didInvalidate: didInvalidate)
            session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
        }

        deinit { session.finishTasksAndInvalidate() }
    }

    private let session: Session

    /// Creates a transport with its own session: no cache, no cookies, no stored credentials.
    ///
    /// The session ends with the last copy of the transport; then `didInvalidate` is called.
    package init(didInvalidate: @escaping @Sendable () -> Void = {}) {
        session = Session(didInvalidate: didInvalidate)
    }

    package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        // URLSession's own timeouts measure silence, and on Linux not even that.
        try await within(request.timeout) { await exchange(request) }
    }

    private func exchange(_ request: TransportRequest) async -> URLSessionExchanges.Outcome {
        let exchanges = session.exchanges
        let task = session.session.dataTask(with: Self.outgoing(request))
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchanges.begin(task.taskIdentifier, limit: request.responseLimit, continuation)
                task.resume()
            }
        } onCancel: {
            exchanges.abandon(task.taskIdentifier)
            task.cancel()
        }
    }

    private static func outgoing(_ request: TransportRequest) -> URLRequest {
        var outgoing = URLRequest(url: request.url)
        outgoing.httpMethod = request.method.rawValue
        for header in request.headers where header.name.caseInsensitiveCompare("host") != .orderedSame {
            outgoing.addValue(header.value, forHTTPHeaderField: header.name)
        }
        if request.hasBody { outgoing.httpBody = request.body }
        return outgoing
    }
}
