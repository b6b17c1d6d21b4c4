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
    /// All bytes of the body, or the first ones of a body that `stream` continues.
    package var body: Data
    /// The function that writes the rest of a body whose length is not known; `nil` for a complete one.
    package var stream: (@Sendable (any ChunkWriter) async throws -> Void)?

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

    /// The refusal of a request that must change to WebSockets (RFC 9110, section 15.5.22).
    package static var upgradeRequired: GatewayResponse {
        var response = json(["message": "This path serves WebSockets only."], status: 426)
        response.headers += [("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")]
        return response
    }
}
