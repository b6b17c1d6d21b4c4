// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseWire

/// An HTTP response, independent of the HTTP library.
package struct GatewayResponse: Sendable {
    /// The HTTP status code.
    package var status: Int
    /// The headers in the order in which they are sent.
    package var headers: [(name: String, value: String)]
    /// All bytes of the body.
    package var body: Data

    /// Creates a response.
    package init(status: Int, headers: [(name: String, value: String)] = [], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first value of a header; the case of its name does not matter.
    package func header(_ name: String) -> String? {
        headers.first { HeaderName.areEqual($0.name, name) }?.value
    }

    /// A response with JSON.
    package static func json(_ value: WireValue, status: Int = 200) -> GatewayResponse {
        GatewayResponse(status: status, headers: [("Content-Type", "application/json")], body: value.json())
    }

    /// A response with text in UTF-8; `type` is the media type, such as `text/html`.
    package static func text(_ text: String, type: String, status: Int = 200) -> GatewayResponse {
        GatewayResponse(status: status, headers: [("Content-Type", "\(type); charset=utf-8")], body: Data(text.utf8))
    }
}
