// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Requests through AsyncHTTPClient, on connections that the process keeps.
public struct AsyncHTTPTransport: VerifierTransport {
    /// The response did not end within the time limit.
    public struct TimedOut: Error {}

    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        // A redirect could lead a signed request or its response elsewhere.
        configuration.redirectConfiguration = .disallow
        configuration.timeout.connect = .seconds(3)
        return HTTPClient(configuration: configuration)
    }()

    /// Creates the transport.
    public init() {}

    /// Sends a request and returns the whole response.
    /// - Throws: ``TimedOut``, or the error of AsyncHTTPClient.
    public func send(_ request: VerifierRequest) async throws -> VerifierResponse {
        // The library's own deadline ends at the head of the response.
        try await withThrowingTaskGroup(of: VerifierResponse.self) { group in
            group.addTask { try await Self.exchange(request) }
            group.addTask {
                try await Task.sleep(for: request.timeLimit)
                throw TimedOut()
            }
            defer { group.cancelAll() }
            guard let response = try await group.next() else { throw TimedOut() }
            return response
        }
    }

    private static func exchange(_ request: VerifierRequest) async throws -> VerifierResponse {
        var outgoing = HTTPClientRequest(url: request.url.absoluteString)
        outgoing.method = .init(rawValue: request.method)
        for header in request.headers { outgoing.headers.add(name: header.name, value: header.value) }
        if !request.body.isEmpty {
            outgoing.body = .bytes(request.body, length: .known(Int64(request.body.count)))
        }
        let (seconds, _) = request.timeLimit.components
        let response = try await client.execute(outgoing, timeout: .seconds(max(1, min(seconds + 1, 3_600))))
        let body = try await response.body.collect(upTo: request.responseLimit)
        return VerifierResponse(status: Int(response.status.code), body: Data(body.readableBytesView))
    }
}
