// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The exchanges under way in one URLSession: collects bodies within their limits and refuses redirects.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
    typealias Outcome = Result<TransportResponse, TransportError>

    private struct Exchange {
        var limit: Int
        var body = Data()
        var isTooLarge = false
        var continuation: CheckedContinuation<Outcome, Never>
    }

    private let open = Mutex<[Int: Exchange]>([:])
    private let didInvalidate: @Sendable () -> Void

    init(didInvalidate: @escaping @Sendable () -> Void) {
        self.didInvalidate = didInvalidate
    }

    func begin(_ id: Int, limit: Int, _ continuation: CheckedContinuation<Outcome, Never>) {
        let isOpen = open.withLock { open in
            // Cancelled before it was registered: the cancellation would not end this exchange any more.
            if Task.isCancelled { return false }
            open[id] = Exchange(limit: limit, continuation: continuation)
            return true
        }
        if !isOpen { continuation.resume(returning: .failure(TransportError(.cancelled))) }
    }

    func abandon(_ id: Int) {
        let exchange = open.withLock { $0.removeValue(forKey: id) }
        exchange?.continuation.resume(returning: .failure(TransportError(.cancelled)))
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = open.withLock { open in
            guard var exchange = open[dataTask.taskIdentifier] else { return false }
            exchange.isTooLarge = exchange.body.count + data.count > exchange.limit
            if !exchange.isTooLarge { exchange.body.append(data) }
            open[dataTask.taskIdentifier] = exchange
            return exchange.isTooLarge
        }
        if isTooLarge { dataTask.cancel() }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = open.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        exchange.continuation.resume(returning: Self.outcome(exchange, task.response, error))
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        didInvalidate()
    }

    private static func outcome(_ exchange: Exchange, _ response: URLResponse?, _ error: (any Error)?) -> Outcome {
        if exchange.isTooLarge { return .failure(TransportError(.tooLarge)) }
        if let error { return .failure(TransportError(kind(of: error), cause: error)) }
        guard let response = response as? HTTPURLResponse else { return .failure(TransportError(.connectionLost)) }
        let headers = response.allHeaderFields.compactMap { name, value in
            (name as? String).map { (name: $0, value: "\(value)") }
        }
        return .success(TransportResponse(status: response.statusCode, headers: headers, body: exchange.body))
    }

    /// The kind of an error of URLSession.
    static func kind(of error: any Error) -> TransportError.Kind {
        switch (error as? URLError)?.code {
        case .cancelled: .cancelled
        case .timedOut: .timedOut
        case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet: .unreachable
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected:
            .tls
        case .badURL, .unsupportedURL: .badRequest
        case .unknown where isFailureOfTLS(error): .tls
        default: .connectionLost
        }
    }

    /// Whether the certificate or the protocol made a handshake fail, rather than the end of the connection.
    ///
    /// URLSession on Linux has the code `unknown` for both, so only libcurl's text distinguishes them: the end of
    /// the connection gives, for example, `OpenSSL SSL_connect: SSL_ERROR_SYSCALL`.
    private static func isFailureOfTLS(_ error: any Error) -> Bool {
        let text = error.localizedDescription
        return text.hasPrefix("SSL certificate problem") || text.hasPrefix("SSL: ") || text.contains(":SSL routines:")
    }
}
