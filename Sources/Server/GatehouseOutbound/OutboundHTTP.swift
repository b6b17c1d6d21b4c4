// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Sends HTTP requests to other servers; redirects are not followed.
enum OutboundHTTP {
    /// A response, with a body of limited length.
    struct Answer: Sendable {
        let status: UInt
        let headers: HTTPHeaders
        let body: [UInt8]
        /// Whether the body was longer than the limit.
        let isCut: Bool
    }

    /// The process's HTTP client; it is never shut down, because it lives as long as the process.
    private static let client = HTTPClient(configuration: configuration)

    private static var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.timeout.connect = .seconds(10)
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }

    /// Sends a request and returns the response with at most `limit` bytes of the body.
    /// - Throws: the client's error if there is no response.
    static func answer(
        to request: HTTPClientRequest, within time: TimeAmount, atMost limit: Int
    ) async throws -> Answer {
        let response = try await client.execute(request, timeout: time)
        var body: [UInt8] = []
        var isCut = false
        for try await part in response.body {
            let room = limit - body.count
            body += part.readableBytesView.prefix(room)
            isCut = part.readableBytes > room
            guard !isCut else { break }
        }
        return Answer(status: response.status.code, headers: response.headers, body: body, isCut: isCut)
    }

    /// A short description of the client's error.
    static func reason(_ error: any Error) -> String {
        (error as? HTTPClientError)?.shortDescription ?? "\(type(of: error))"
    }
}
