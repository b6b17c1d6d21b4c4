// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseData
import GatehouseGraphQL
import GatehouseSites
import GatehouseText
import GatehouseWire

/// Reads requests of GraphQL from HTTP.
///
/// The content type does not matter: AppSync takes the same JSON as `application/json` and as `application/graphql`.
enum GraphQLOverHTTP {
    /// The most bytes of a body.
    static let longestBody = 1_048_576

    /// The request in a body.
    static func request(inBody body: Data) throws(RequestRefusal) -> DataRequest {
        guard !body.isEmpty else { throw .emptyBody }
        guard body.count <= longestBody else { throw .tooLarge }
        guard let json = try? WireValue(foreignJSON: body) else { throw .unreadable }
        guard let request = DataRequest(json) else { throw .wrongMember(of: json) }
        return request
    }

    /// The request in the query of an address; only queries may be sent so, because anything may load an address again.
    static func request(inQueryOf request: GatewayRequest) throws(RequestRefusal) -> DataRequest {
        guard let text = request.queryValue("query"), !text.isEmpty else { throw .emptyBody }
        var members: [WireName: WireValue] = ["query": .string(text)]
        members["operationName"] = request.queryValue("operationName").map { .string($0) }
        if let variables = request.queryValue("variables"), !variables.isEmpty {
            guard let json = try? WireValue(foreignJSON: variables.utf8) else { throw .unreadable }
            members["variables"] = json
        }
        guard var parsed = DataRequest(.object(members)) else { throw .wrongMember(of: .object(members)) }
        parsed.allowsMutations = false
        return parsed
    }
}

extension DataRequest {
    /// Reads the members `query`, `variables` and `operationName`; `nil` for another value.
    init?(_ json: WireValue) {
        guard let query = json["query"]?.stringValue else { return nil }
        let variables = GraphQLValue(json["variables"] ?? .null)
        let name = json["operationName"] ?? .null
        guard variables == .null || variables.members != nil, name.isNull || name.stringValue != nil else { return nil }
        self.init(query: query, operationName: name.stringValue, variables: variables.members ?? [:])
    }
}

extension RequestOrigin {
    /// The origin of a request over HTTP; the values of a header that occurs several times are joined.
    init(of request: GatewayRequest) {
        self.init(
            address: request.remoteAddress,
            headers: Dictionary(request.headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" })
    }
}
