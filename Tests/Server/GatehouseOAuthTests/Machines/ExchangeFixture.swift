// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire

@testable import GatehouseUserPoolKernel

/// A pool with resource servers, a user, and a client that may exchange tokens.
struct ExchangeFixture: Sendable {
    static let admin = "aws.cognito.signin.user.admin"
    static let flows: [ExplicitAuthFlowsType] = [
        .allowUserPasswordAuth, .allowRefreshTokenAuth, .allowClientTokenAuth, .allowTokenExchangeImpersonation,
        .allowTokenExchangeDelegation,
    ]

    /// The pool with the client that exchanges tokens; its user is `alice`.
    let pool: PoolFixture
    let client: TestClient

    static func make(
        _ triggers: ScriptedTriggers? = nil, flows: [ExplicitAuthFlowsType] = Self.flows
    ) async throws -> ExchangeFixture {
        let base =
            if let triggers {
                try await PoolFixture.make(triggers) { request in
                    request.lambdaConfig?.preTokenGeneration = nil
                    request.lambdaConfig?.preTokenGenerationConfig = PreTokenGenerationVersionConfigType(
                        lambdaVersion: .v3_0, lambdaArn: ScriptedTriggers.arn(.preTokenGeneration))
                }
            } else {
                try await PoolFixture.make()
            }
        try await base.makeResourceServers()
        try await base.makeUser()
        return try await ExchangeFixture(of: base, flows: flows)
    }

    /// A further client of a pool.
    init(of base: PoolFixture, flows: [ExplicitAuthFlowsType] = Self.flows) async throws {
        client = try await base.makeMachine(scopes: PoolFixture.customScopes + [Self.admin]) {
            $0.explicitAuthFlows = flows
            $0.allowedOAuthFlows = nil
        }
        pool = PoolFixture(gatehouse: base.gatehouse, poolID: base.poolID, client: (client.id, client.secret))
    }

    /// An access token of a new sign-in, with the scopes and the changes of the claims that a test needs.
    func subject(
        _ username: String = "alice", scopes: [String] = ["orders/read", "orders/write", Self.admin],
        changing changes: [WireName: WireValue] = [:]
    ) async throws -> String {
        var changes = changes
        changes["scope"] = .string(scopes.joined(separator: " "))
        return try await changed(try await pool.accessToken(username), changes)
    }

    /// A token with changed claims, signed by the pool's key; `null` removes a claim.
    func changed(
        _ token: String, _ changes: [WireName: WireValue], key use: SigningKeyRecord.Use = .accessTokens
    ) async throws -> String {
        let pools = pool.anyone.pools
        let keys = try await pools.records.read { [poolID = pool.poolID] in try $0.signingKeys(ofPool: poolID) }
        var values = try claims(token)
        for (name, value) in changes { values[name] = value.isNull ? nil : value }
        guard let key = keys.current(use) else { throw ServiceFault(.internalError, "The pool has no key.") }
        return try pools.tokens.keys.sign(WireValue.object(values).jsonBytes(), with: key)
    }

    /// Calls `GetDerivedToken` with the client's secret.
    func derive(
        _ subject: String, _ type: TokenTypeIdentifierType = .accessToken, actor: String? = nil,
        actorType: TokenTypeIdentifierType? = nil, scopes: [String]? = nil, audiences: [String]? = nil,
        resources: [String]? = nil, requested: IssuedTokenTypeIdentifierType? = nil
    ) async throws -> GetDerivedTokenResponse {
        try await pool.anyone.getDerivedToken(
            GetDerivedTokenRequest(
                clientId: client.id, clientSecret: client.secret, subjectToken: subject, subjectTokenType: type,
                actorToken: actor, actorTokenType: actorType ?? (actor == nil ? nil : .accessToken), scopes: scopes,
                audiences: audiences, resources: resources, requestedTokenType: requested))
    }

    /// The reason why a token is not derived; `nil` if it is.
    func refusal(_ operation: () async throws -> GetDerivedTokenResponse) async throws -> TokenExchangeRefusal? {
        let refusal = try await fault { _ = try await operation() }
        return refusal?.cause as? TokenExchangeRefusal
    }

    /// An access token of the client itself.
    func machineToken() async throws -> String {
        try await pool.clientToken(of: client)?.accessToken ?? ""
    }

    /// The seconds since 1970 of the server's clock.
    var now: Int64 { Int64(pool.gatehouse.clock.now.timeIntervalSince1970) }
}
