// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

/// The event of a function that answers a field, as the transformer of `@function` makes it.
struct FunctionEvent {
    private let field: PlannedField
    private let source: GraphQLObject?
    private let caller: Caller
    private let origin: RequestOrigin
    private let action: UserPoolsAction

    /// Makes the events of a field; `source` has the stored values of the object that has the field.
    init(_ field: PlannedField, of source: GraphQLObject?, _ context: RequestContext, from origin: RequestOrigin) {
        self.field = field
        self.source = source
        self.origin = origin
        caller = context.caller
        action = context.prepared.api.settings.userPoolsAction
    }

    /// The event of one function; `previous` is the result of the function before, an empty object for the first.
    func members(after previous: GraphQLValue) -> GraphQLObject {
        var headers = GraphQLObject()
        for (name, value) in origin.headers.sorted(by: { $0.key < $1.key }) { headers[name] = .string(value) }
        return [
            "typeName": .string(field.parent), "fieldName": .string(field.name), "arguments": .object(field.arguments),
            "identity": caller.identity(from: origin.address, action), "source": source.map { .object($0) } ?? .null,
            "request": .object(["headers": .object(headers), "domainName": .null]),
            "prev": .object(["result": previous]),
        ]
    }
}

extension Caller {
    /// AppSync's identity of the caller; `null` for an API key.
    func identity(from address: String?, _ action: UserPoolsAction = .allow) -> GraphQLValue {
        let addresses = GraphQLValue.list(address.map { [.string($0)] } ?? [])
        switch mode {
        case .apiKey: return .null
        case .userPools, .oidc:
            let groups = groups("cognito:groups")
            return .object([
                "sub": claims["sub"] ?? .null, "issuer": claims["iss"] ?? .null,
                "username": claims["username"] ?? claims["cognito:username"] ?? .null, "claims": .object(claims),
                "groups": groups.isEmpty ? .null : .list(groups.map { .string($0) }), "sourceIp": addresses,
                "defaultAuthStrategy": .string(action.rawValue),
            ])
        case .iam:
            var identity = attributes
            identity["sourceIp"] = addresses
            return .object(identity)
        case .function: return .object(["resolverContext": .object(attributes)])
        }
    }
}
