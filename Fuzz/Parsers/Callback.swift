// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

@testable import GatehouseClient
@testable import GatehouseSession

private let redirect = URL(string: "http://localhost:8080/callback").flatMap { LoopbackRedirect($0) }

extension FuzzedParser {
    /// The bytes as a request to a loopback listener, as the query of a callback, and as an answer of a token endpoint.
    func feedCallback(_ bytes: [UInt8]) {
        let request = CallbackRequest(bytes, authority: "localhost:8080", path: "/callback")
        if case .callback(let query) = request, let url = redirect?.callback(query: query, port: 8_080) {
            precondition(url.absoluteString.hasPrefix("http://localhost:8080/callback"), "the callback is elsewhere")
            precondition((url.query(percentEncoded: true) == nil) == (query == nil), "the query was lost")
            feed(url)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if let url = URL(string: "myapp://callback?\(text)") { feed(url) }
        for status in [200, 400] {
            _ = try? TokenEndpoint.tokens(in: TransportResponse(status: status, body: Data(bytes)))
        }
    }

    private func feed(_ url: URL) {
        guard let callback = try? WebCallback(url), let refusal = callback.refusal else { return }
        precondition(refusal.text.unicodeScalars.count <= 500, "a text of the service has no bound")
    }
}
