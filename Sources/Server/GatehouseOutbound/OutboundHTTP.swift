// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Asks other servers over HTTP; redirects are not followed.
enum OutboundHTTP {
    /// What a server answers, as far as it was read.
    struct Answer: Sendable {
        let status: UInt
        let headers: HTTPHeaders
        let body: [UInt8]
        /// Whether there was more than may be read.
        let isCut: Bool
    }

    /// One pool of connections for the process; it is never shut down, as the library asks of clients that come and go.
    private static let client = HTTPClient(configuration: configuration)

    private static var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.timeout.connect = .seconds(10)
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }

    /// Sends a request and reads the answer, of whose body no more than `limit` bytes.
    /// - Throws: what keeps an answer away.
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

    /// What kept an answer away, in a word.
    static func reason(_ error: any Error) -> String {
        (error as? HTTPClientError)?.shortDescription ?? "\(type(of: error))"
    }
}
