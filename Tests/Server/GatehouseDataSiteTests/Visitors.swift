// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCallers
import GatehouseCore
import GatehouseSecurityTokens
import GatehouseServer
import GatehouseSites
import GatehouseTesting
import GatehouseWire

/// A key that signs requests.
struct Signer {
    let keyID: String
    let secret: String
    let token: String?

    init(_ keyID: String, _ secret: String, _ token: String? = nil) {
        self.keyID = keyID
        self.secret = secret
        self.token = token
    }

    init(_ key: (id: String, secret: String)) { self.init(key.id, key.secret) }
}

/// The identities of an identity pool beside the user pool of a bench.
struct Visitors {
    private let bench: DataBench
    private let pool: String
    private let fixture: PoolFixture

    init(_ bench: DataBench) async throws {
        self.bench = bench
        let client = try await bench.gatehouse.makeClient(ofPool: bench.fixture.poolID)
        pool = try await bench.gatehouse.makeIdentityPool(userPool: bench.fixture.poolID, client: client)
        fixture = PoolFixture(
            gatehouse: bench.gatehouse, poolID: bench.fixture.poolID, client: (client.id, client.secret))
        try await fixture.makeUser()
    }

    /// The credentials of a new guest.
    func guest() async throws -> Signer { try await signer(nil) }

    /// The credentials of the user.
    func user() async throws -> Signer {
        let login = bench.gatehouse.installation.deployment.loginKey(ofUserPool: bench.fixture.poolID)
        return try await signer([login: try await fixture.tokens().idToken ?? ""])
    }

    private func signer(_ logins: [String: String]?) async throws -> Signer {
        let credentials = try await bench.credentials(ofPool: pool, logins: logins)
        return Signer(credentials.accessKeyId ?? "", credentials.secretKey ?? "", credentials.sessionToken)
    }

    /// Registers a role of the pool, with one policy.
    func register(_ kind: String, _ policy: WireValue) async throws {
        let provider = "cognito-identity.amazonaws.com"
        let trust: WireValue = [
            "Version": "2012-10-17",
            "Statement": [
                "Effect": "Allow", "Action": ["sts:AssumeRoleWithWebIdentity", "sts:TagSession"],
                "Principal": ["Federated": .string(provider)],
                "Condition": [
                    "StringEquals": .object([WireName(provider + ":aud"): .string(pool)]),
                    "ForAnyValue:StringLike": .object([WireName(provider + ":amr"): .string(kind)]),
                ],
            ],
        ]
        var document: [WireName: WireValue] = ["trustPolicy": trust]
        if policy["Statement"]?.arrayValue?.isEmpty == false { document["policies"] = ["fields": policy] }
        try await bench.gatehouse.installation.securityTokens.registry.create(
            .role, named: "test-\(kind)", document: .object(document))
    }
}

extension DataBench {
    /// The answer to a document in a signed request.
    func execute(_ query: String, signedBy signer: Signer) async throws -> WireValue {
        let request = Self.request("POST", "/graphql", [], body: Self.body(query))
        return try await execute(query, as: signed(request, by: signer))
    }

    /// The headers that sign a request.
    func signed(_ request: GatewayRequest, by signer: Signer) -> [(String, String)] {
        signature(request, keyID: signer.keyID, secret: signer.secret, token: signer.token)
            .map { ($0.name, $0.value) }
    }

    /// The holder of a key.
    func principal(of signer: Signer) async throws -> Principal {
        let tokens = gatehouse.installation.securityTokens
        for resolver in [tokens.accessKeys, tokens.userAccessKeys] {
            let key = try await resolver.resolve(accessKeyID: signer.keyID, sessionToken: signer.token)
            if let key { return key.principal }
        }
        return .anonymous
    }
}
