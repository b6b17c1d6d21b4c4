// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseGateway
import GatehouseSites
import GatehouseTesting
import GatehouseWire

@testable import GatehouseDataSite

extension DataBench {
    /// The response to a signed call of the control plane.
    func call(
        _ method: String, _ path: String, _ input: WireValue? = nil, query: String = "",
        keyID: String = TestGatehouse.administratorKeyID, secret: String = TestGatehouse.administratorSecret
    ) async -> GatewayResponse {
        let body = input.map { String(decoding: $0.jsonBytes(), as: UTF8.self) } ?? ""
        var request = Self.request(method, path, query: query, [], body: body)
        request.headers += signature(request, keyID: keyID, secret: secret)
        return await gateway.respond(to: request)
    }

    /// Creates an API with keys as its mode, and returns its id.
    func newAPI(_ name: String = "new", tags: [String: String] = [:]) async -> String {
        let input: WireValue = [
            "name": .string(name), "authenticationType": "API_KEY", "tags": .object(ofTexts: tags),
        ]
        return await call("POST", "/v1/apis", input).json["graphqlApi"]?["apiId"]?.stringValue ?? ""
    }

    /// Starts the creation of a schema, waits for its end, and returns the status.
    func pushSchema(_ schema: String, to id: String) async -> WireValue {
        let definition = Base64.encode(Array(schema.utf8))
        let started = await call("POST", "/v1/apis/\(id)/schemacreation", ["definition": .string(definition)])
        guard started.status == 200 else { return started.json }
        await administration.creations.wait(for: id)
        return await call("GET", "/v1/apis/\(id)/schemacreation").json
    }
}

extension GatewayResponse {
    /// The status and the code of a refusal.
    var controlRefusal: String { "\(status) \(header("x-amzn-ErrorType") ?? "")" }
}
