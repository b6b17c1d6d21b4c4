// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

/// The trust policies of the roles of an environment.
enum RoleTrust {
    /// The name by which trust policies know identity pools.
    private static let provider = "cognito-identity.amazonaws.com"

    /// The policy by which the identities of a pool get a role.
    ///
    /// Before the pool exists, no user gets it: a role may not trust all identity pools.
    ///
    /// - Parameters:
    ///   - pool: the id of the identity pool; `nil` before it exists.
    ///   - isForGuests: whether guests get the role, else signed-in users.
    /// - Returns: the document.
    static func document(forPool pool: String?, isForGuests: Bool) -> WireValue {
        let principal: WireValue = ["Federated": .string(provider)]
        guard let pool else {
            return document([
                "Effect": "Deny", "Action": "sts:AssumeRoleWithWebIdentity", "Principal": principal,
            ])
        }
        let method: WireValue = isForGuests ? "unauthenticated" : "authenticated"
        return document([
            "Effect": "Allow", "Action": ["sts:AssumeRoleWithWebIdentity", "sts:TagSession"], "Principal": principal,
            "Condition": [
                "StringEquals": .object([WireName(provider + ":aud"): .string(pool)]),
                "ForAnyValue:StringLike": .object([WireName(provider + ":amr"): method]),
            ],
        ])
    }

    private static func document(_ statement: WireValue) -> WireValue {
        ["Version": "2012-10-17", "Statement": [statement]]
    }

    /// The text of a document.
    static func text(_ document: WireValue) -> String {
        String(decoding: document.jsonBytes(), as: UTF8.self)
    }

    /// Reads the document of a role, which IAM escapes as in addresses; `nil` if it is not JSON.
    static func read(_ text: String?) -> WireValue? {
        guard let plain = text?.removingPercentEncoding else { return nil }
        return try? WireValue(json: Array(plain.utf8))
    }
}
