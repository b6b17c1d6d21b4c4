// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Asks other servers over HTTP, by one policy for addresses, times and sizes.
///
/// The policy belongs to the implementation: the address is checked after the resolution of the name and again at the
/// connection, redirects are not followed, and calls of one host do not take the places of others.
package protocol OutboundFetch: Sendable {
    /// Sends a request and returns the response, with any status.
    /// - Throws: the reason why there is no response, or none that is complete.
    func fetch(_ request: OutboundRequest) async throws(OutboundFailure) -> OutboundResponse
}

/// A request to another server.
///
/// Its description omits everything that may be secret: the query, the headers and the body.
package struct OutboundRequest: Sendable, Equatable {
    /// The methods that callers need.
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    /// The absolute URL; `https`, or `http` to an address that the operator allows.
    package var url: String
    package var method: Method
    /// The header fields in their order, without the fields of the connection and of the body's length.
    package var headers: [OutboundHeader]
    /// The body; empty for `get`.
    package var body: [UInt8]
    /// The largest number of bytes that the response's body may have.
    package var bodyLimit: Int
    /// The time from the call to the end of the response's body.
    package var timeLimit: Duration

    /// Prepares a request.
    package init(
        url: String, method: Method = .get, headers: [OutboundHeader] = [], body: [UInt8] = [], bodyLimit: Int,
        timeLimit: Duration
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.bodyLimit = bodyLimit
        self.timeLimit = timeLimit
    }
}

/// A header field of a request to another server, or of its response.
package struct OutboundHeader: Sendable, Equatable {
    /// The name, which is compared without regard to case.
    package let name: String
    package let value: String

    /// Creates a field.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The response of another server; a redirect is a response like any other.
package struct OutboundResponse: Sendable, Equatable {
    /// The status code.
    package let status: Int
    /// The header fields in their order.
    package let headers: [OutboundHeader]
    /// The whole body.
    package let body: [UInt8]

    /// Creates a response.
    package init(status: Int, headers: [OutboundHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first field with a name.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// The reason why another server gave no complete response.
///
/// It contains no part of the request; the cause that it names is for the log.
package enum OutboundFailure: Error, Sendable, Equatable {
    /// The URL is not an absolute one of `https` or `http`, or has a user or a fragment.
    case malformedURL
    /// The URL has `http`, and its address is not one to which the operator allows that.
    case notEncrypted
    /// The name of the host has no address.
    case unresolved
    /// The policy refuses every address of the host.
    case refusedAddress
    /// Too many other calls wait, for this host or in total.
    case busy
    /// No connection, or one that broke.
    case unreachable(String)
    /// The response was not complete in time.
    case timedOut
    /// The response's head or body is longer than the limit.
    case tooLarge
    /// The installation sends no requests.
    case disabled
}

/// Fails every request: the fetch of an installation that asks no other server.
package struct NoOutboundFetch: OutboundFetch {
    /// Creates the fetch.
    package init() {}

    /// Fails.
    /// - Throws: `OutboundFailure.disabled`, always.
    package func fetch(_ request: OutboundRequest) async throws(OutboundFailure) -> OutboundResponse {
        throw .disabled
    }
}

extension OutboundRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the URL up to its query.
    package var description: String { "\(method.rawValue) \(url.prefix { $0 != "?" })" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension OutboundResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the size; never the body, which may contain claims of a person.
    package var description: String { "OutboundResponse(\(status), \(body.count) bytes)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
