// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// The trust policies of roles for the identities of identity pools.
package enum IdentityPoolTrust {
    /// The name by which trust policies know identity pools.
    private static let provider = "cognito-identity.amazonaws.com"

    /// The statement that lets the identities of pools have a role.
    ///
    /// `method` is their `amr`: `authenticated`, or `unauthenticated` for guests.
    package static func statement(forPools ids: [String], method: String) -> WireValue {
        [
            "Effect": "Allow", "Action": ["sts:AssumeRoleWithWebIdentity", "sts:TagSession"],
            "Principal": ["Federated": .string(provider)],
            "Condition": [
                "StringEquals": .object([WireName(provider + ":aud"): .array(ids.map { .string($0) })]),
                "ForAnyValue:StringLike": .object([WireName(provider + ":amr"): .string(method)]),
            ],
        ]
    }
}
