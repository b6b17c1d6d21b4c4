// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The headers of every response, including errors and documents.
package enum CommonHeaders {
    private static let exposed = "x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date"
    private static let allowed = """
        content-type, x-amz-target, x-amz-user-agent, x-amz-content-sha256, amz-sdk-request, amz-sdk-invocation-id, \
        authorization, x-amz-date, x-amz-security-token, cache-control, x-api-key
        """
    private static let clock = SecondText(HTTPDate.text)

    /// The pause before another attempt, in seconds, of responses with status 503.
    package static let retryAfter = (name: "Retry-After", value: "5")

    /// The pause after a refusal for overload, in seconds: the waiting work is done within a fraction of it.
    package static let secondsAfterOverload = 1

    /// The header with ``secondsAfterOverload``.
    package static let retryAfterOverload = (name: "Retry-After", value: String(secondsAfterOverload))

    /// Adds request id and date to headers, and reserves room for the headers of the audience.
    package static func add(
        requestID: String, date: Date, to headers: inout [(name: String, value: String)]
    ) {
        headers.reserveCapacity(headers.count + 4)
        headers.append(("x-amzn-RequestId", requestID))
        headers.append(("Date", clock.text(at: date)))
    }

    /// The CORS headers: browsers may call the API from any page.
    package static let crossOrigin: [(name: String, value: String)] = [
        ("Access-Control-Allow-Origin", "*"),
        ("Access-Control-Expose-Headers", exposed),
    ]

    /// The headers of the response to a browser's preflight request.
    package static let preflight: [(name: String, value: String)] = [
        ("Access-Control-Allow-Methods", "GET, POST, OPTIONS"),
        ("Access-Control-Allow-Headers", allowed),
        ("Access-Control-Max-Age", "172800"),
    ]
}
