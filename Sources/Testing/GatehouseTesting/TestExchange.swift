// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation
package import GatehouseSites

/// An HTTP request to a server in the test's own process.
public struct TestRequest: Sendable {
    /// The method in upper case.
    public var method: String
    /// The path, percent-encoded, without the query.
    public var path: String
    /// The query, percent-encoded, without the question mark.
    public var query: String
    /// The headers; names may repeat.
    public var headers: [(name: String, value: String)]
    /// All bytes of the body.
    public var body: Data

    /// Creates a request.
    public init(
        method: String = "GET", path: String = "/", query: String = "",
        headers: [(name: String, value: String)] = [], body: Data = Data()
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// A call of a JSON operation, its target such as `AWSCognitoIdentityProviderService.SignUp`.
    public static func call(_ target: String, json: String = "{}") -> TestRequest {
        TestRequest(
            method: "POST",
            headers: [
                ("host", "localhost:9229"), ("content-type", "application/x-amz-json-1.1"), ("x-amz-target", target),
            ],
            body: Data(json.utf8)
        )
    }

    /// The request for a gateway.
    package var gatewayRequest: GatewayRequest {
        GatewayRequest(method: method, path: path, query: query, headers: headers, body: body)
    }
}

/// An HTTP answer of a server in the test's own process.
public struct TestResponse: Sendable {
    /// The status code.
    public let status: Int
    /// The headers in the order in which they were sent; a name may occur more than once.
    public let headers: [(name: String, value: String)]
    /// All bytes of the body.
    public let body: Data

    /// Creates the copy of a gateway's response.
    package init(_ response: GatewayResponse) {
        status = response.status
        headers = response.headers
        body = response.body
    }

    /// The first value of a header, whatever the case of its name.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The body as text.
    public var text: String {
        String(decoding: body, as: UTF8.self)
    }
}
