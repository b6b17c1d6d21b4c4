// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Synchronization

/// HTTP through AsyncHTTPClient: the default on Linux, unless the app disables the trait of that name.
package struct AsyncHTTPClientTransport: Transport {
    /// One pool of connections for the process, or one for each connect timeout, which the library ties to the pool.
    ///
    /// They are never shut down, as the library asks of clients that come and go; an app has one or two.
    private static let pools = Mutex<[Duration: HTTPClient]>([:])

    private static func pool(_ connectTimeout: Duration) -> HTTPClient {
        pools.withLock { pools in
            if let pool = pools[connectTimeout] { return pool }
            let pool = HTTPClient(configuration: configuration(connectTimeout))
            pools[connectTimeout] = pool
            return pool
        }
    }

    private static func configuration(_ connectTimeout: Duration) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.decompression = .enabled(limit: .ratio(100))
        configuration.timeout.connect = connectTimeout.timeAmount
        // A refused connection is an answer; the caller decides about repetitions, because it knows which are
        // permitted.
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }

    /// Creates a transport on the process's shared connection pools.
    package init() {}

    package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        // The library's own timeout ends at the head of the answer.
        try await within(request.timeout) { await Self.exchange(request) }
    }

    private static func exchange(_ request: TransportRequest) async -> Result<TransportResponse, TransportError> {
        do {
            let pool = pool(request.connectTimeout)
            let response = try await pool.execute(outgoing(request), timeout: request.timeout.timeAmount)
            let body = try await response.body.collect(upTo: request.responseLimit)
            return .success(
                TransportResponse(
                    status: Int(response.status.code),
                    headers: response.headers.map { (name: $0.name, value: $0.value) },
                    body: Data(body.readableBytesView)
                )
            )
        } catch {
            return .failure(TransportError(kind(of: error), cause: error))
        }
    }

    private static func outgoing(_ request: TransportRequest) -> HTTPClientRequest {
        var outgoing = HTTPClientRequest(url: request.url.absoluteString)
        outgoing.method = .init(rawValue: request.method.rawValue)
        for header in request.headers {
            outgoing.headers.add(name: header.name, value: header.value)
        }
        if request.hasBody {
            outgoing.body = .bytes(request.body, length: .known(Int64(request.body.count)))
        }
        return outgoing
    }

    /// The kind of an error of the library, or of SwiftNIO below it.
    static func kind(of error: any Error) -> TransportError.Kind {
        switch error {
        case is CancellationError: .cancelled
        case is NIOTooManyBytesError: .tooLarge
        case let error as NIOSSLError: kind(of: error)
        case is NIOSSLExtraError, is BoringSSLError: .tls
        case is NIOConnectionError: .unreachable
        case let error as IOError: error.errnoCode == ECONNREFUSED ? .unreachable : .connectionLost
        case let error as HTTPClientError: kind(of: error)
        default: .connectionLost
        }
    }

    private static func kind(of error: NIOSSLError) -> TransportError.Kind {
        switch error {
        case .uncleanShutdown, .handshakeFailed(.syscallError): .connectionLost
        case .handshakeFailed(let failure) where failure == .sslError([.eofDuringHandshake]): .connectionLost
        default: .tls
        }
    }

    private static func kind(of error: HTTPClientError) -> TransportError.Kind {
        switch error {
        case .cancelled: .cancelled
        case .connectTimeout, .getConnectionFromPoolTimeout: .unreachable
        case .readTimeout, .writeTimeout, .deadlineExceeded: .timedOut
        case .tlsHandshakeTimeout: .tls
        case .invalidURL, .emptyHost, .emptyScheme: .badRequest
        default: .connectionLost
        }
    }
}

extension Duration {
    fileprivate var timeAmount: TimeAmount {
        let (seconds, attoseconds) = components
        return .seconds(max(0, min(seconds, 86_400))) + .nanoseconds(max(0, attoseconds / 1_000_000_000))
    }
}
#endif
