// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// Sends the verifier's own requests: to the Gatehouse server for signing keys, to issuers for key sets.
///
/// A transport must not follow redirects, and must end within the time limit.
public protocol VerifierTransport: Sendable {
    /// Sends a request and returns the whole response.
    /// - Throws: any error if there is no response within the limits of the request.
    func send(_ request: VerifierRequest) async throws -> VerifierResponse
}

/// A request of the verifier.
public struct VerifierRequest: Sendable {
    /// `GET` or `POST`.
    public var method: String
    /// The absolute URL.
    public var url: URL
    /// The header fields, without `Host` and `Content-Length`.
    public var headers: [(name: String, value: String)]
    /// All bytes of the body.
    public var body: Data
    /// The most bytes of a response body.
    public var responseLimit: Int
    /// The time until the end of the response.
    public var timeLimit: Duration

    /// Creates a request.
    public init(
        method: String, url: URL, headers: [(name: String, value: String)] = [], body: Data = Data(),
        responseLimit: Int, timeLimit: Duration = .seconds(5)
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.responseLimit = responseLimit
        self.timeLimit = timeLimit
    }
}

/// A response to the verifier.
public struct VerifierResponse: Sendable {
    /// The status code.
    public var status: Int
    /// All bytes of the body.
    public var body: Data

    /// Creates a response.
    public init(status: Int, body: Data) {
        self.status = status
        self.body = body
    }
}
