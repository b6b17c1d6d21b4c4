// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseWire

/// A request of a browser or of an OAuth client, without following redirects.
struct WebRequest {
    var method = TransportRequest.Method.get
    let address: String
    var headers: [(name: String, value: String)] = []
    var body = Data()

    /// A GET request.
    static func get(_ address: String, headers: [(name: String, value: String)] = []) -> WebRequest {
        WebRequest(address: address, headers: headers)
    }

    /// A POST request with a form.
    static func form(
        _ fields: [(String, String)], to address: String, headers: [(name: String, value: String)] = []
    ) -> WebRequest {
        WebRequest(
            method: .post, address: address,
            headers: headers + [("Content-Type", "application/x-www-form-urlencoded")],
            body: Data(FormFields.text(fields).utf8))
    }

    /// The header with which a client authenticates itself by its secret (RFC 6749, section 2.3.1).
    static func basic(_ id: String, _ secret: String) -> (name: String, value: String) {
        ("Authorization", "Basic " + Base64.encode(Array("\(id):\(secret)".utf8)))
    }

    /// Sends the request and returns the response.
    func send() async throws -> TransportResponse {
        guard let url = URL(string: address) else { throw URLError(.badURL) }
        return try await AsyncHTTPClientTransport().send(
            TransportRequest(method: method, url: url, headers: headers, body: body))
    }

    /// Sends the request to a token endpoint and returns its tokens.
    func tokens() async throws -> WireValue {
        let answer = try await send()
        guard answer.status == 200 else { throw UnexpectedAnswer(operation: address, status: answer.status) }
        return try WireValue(json: answer.body)
    }
}
