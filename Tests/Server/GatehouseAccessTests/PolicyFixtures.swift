// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseWire

/// One statement as a policy of an identity.
func policy(_ statement: String) throws -> Policy {
    try Policy(json: #"{"Version":"2012-10-17","Statement":[\#(statement)]}"#, for: .identity)
}

/// One statement as a trust policy.
func trust(_ statement: String) throws -> Policy {
    try Policy(json: #"{"Version":"2012-10-17","Statement":[\#(statement)]}"#, for: .trust)
}

func request(
    _ action: String = "s3:GetObject", on resource: String = "arn:aws:s3:::bucket/key",
    _ values: [ContextKey: [String]] = [:]
) -> AccessRequest {
    AccessRequest(action: action, resource: resource, context: AccessContext(values))
}
