// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseWire

/// A role of the identity pools that `gatehouse dev` makes; the raw value is the key of the role in a pool.
enum DevelopmentRole: String, CaseIterable {
    case authenticated
    case unauthenticated

    private var name: String { DevelopmentResources.name + "-" + rawValue }

    /// The ARN `arn:aws:iam::<account>:role/gatehouse-dev-<key>`.
    func arn(inAccount account: String) -> String { "arn:aws:iam::\(account):role/\(name)" }

    /// The ARNs of the roles by their keys.
    static func roles(inAccount account: String) -> [String: String] {
        Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.arn(inAccount: account)) })
    }

    /// The role without permissions, which only identities of the pools in this state may assume.
    /// - Throws: never; the document is valid for every id.
    func entry(trusting identityPoolIDs: [String]) throws(AccessFlaw) -> Role {
        try Role(
            name: name,
            document: [
                "trustPolicy": [
                    "Version": "2012-10-17",
                    "Statement": IdentityPoolTrust.statement(forPools: identityPoolIDs, method: rawValue),
                ]
            ])
    }
}
