// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseWire

extension OpenIDSource {
    /// The source as a member of a stored document.
    var document: WireValue {
        var members: [WireName: WireValue] = ["issuer": .string(issuer)]
        members["clients"] = clientExpression.map { .string($0) }
        members["issueLifetime"] = issueLifetime.map { .integer(Int64($0)) }
        members["authenticationLifetime"] = authenticationLifetime.map { .integer(Int64($0)) }
        return .object(members)
    }

    /// Reads a stored source; `nil` for a member of another type, because each one decides who may call the API.
    init?(document: WireValue) {
        guard let issuer = document["issuer"]?.stringValue, document.hasTextOrNothing("clients"),
            document.hasNumberOrNothing("issueLifetime"), document.hasNumberOrNothing("authenticationLifetime")
        else { return nil }
        self.init(
            issuer: issuer, clientExpression: document["clients"]?.stringValue,
            issueLifetime: document["issueLifetime"]?.integerValue.map(Int.init),
            authenticationLifetime: document["authenticationLifetime"]?.integerValue.map(Int.init))
    }
}

extension AuthorizerSource {
    /// The source as a member of a stored document.
    var document: WireValue {
        var members: [WireName: WireValue] = [
            "function": .string(function), "resultLifetime": .integer(Int64(resultLifetime)),
        ]
        members["tokens"] = tokenExpression.map { .string($0) }
        return .object(members)
    }

    /// Reads a stored source; `nil` for a member that is missing or of another type.
    init?(document: WireValue) {
        guard let function = document["function"]?.stringValue, let lifetime = document["resultLifetime"]?.integerValue,
            document.hasTextOrNothing("tokens")
        else { return nil }
        self.init(
            function: function, resultLifetime: Int(lifetime), tokenExpression: document["tokens"]?.stringValue)
    }
}

extension WireValue {
    /// Whether a member is a text or missing.
    func hasTextOrNothing(_ name: String) -> Bool { self[name] == nil || self[name]?.stringValue != nil }

    /// Whether a member is a whole number or missing.
    func hasNumberOrNothing(_ name: String) -> Bool { self[name] == nil || self[name]?.integerValue != nil }
}
