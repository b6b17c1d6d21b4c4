// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCallers
import GatehouseCore
import GatehouseCrypto
import GatehouseServer
import GatehouseServerCrypto
import GatehouseSites
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// A pool with a user who has signed in, and the authentication of an API whose callers are the pool's users.
struct BearerBench {
    let fixture: PoolFixture
    let id: String
    let access: String
    let refresh: String

    var pools: UserPools { fixture.gatehouse.installation.userPools }
    var authentication: BearerAuthentication { BearerAuthentication(pools.bearerVerifier) }
    var rule: AcceptedTokens { AcceptedTokens(ofPool: fixture.poolID) }
    /// The tokens of both kinds.
    var tokens: [String] { [id, access] }

    init(on server: TestGatehouse? = nil) async throws {
        fixture = try await PoolFixture.make(on: server)
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        id = try #require(tokens.idToken)
        access = try #require(tokens.accessToken)
        refresh = try #require(tokens.refreshToken)
    }

    /// The word for the reason of a refusal; `nil` for a token that is accepted.
    func refusal(_ token: String, by rule: AcceptedTokens? = nil) async -> String? {
        do throws(BearerRefusal) {
            _ = try await authentication.bearer(inHeader: token, accepting: rule ?? self.rule)
            return nil
        } catch {
            return error.refusedBy
        }
    }

    /// The reason why a request with these headers is refused.
    func refusal(ofHeaders values: [String]) async -> String? {
        let headers = values.map { value in (name: "authorization", value: value) }
        let request = GatewayRequest(method: "POST", path: "/graphql", headers: headers)
        do throws(BearerRefusal) {
            _ = try await authentication.bearer(of: request, accepting: rule)
            return nil
        } catch {
            return error.refusedBy
        }
    }

    /// A key of the pool, which only an attacker with the master key has: the rules beside the signature are tested by
    /// it one at a time.
    func key(_ use: SigningKeyRecord.Use) async throws -> RSASigningKey {
        let poolID = fixture.poolID
        let records = try await pools.records.read { store in try store.signingKeys(ofPool: poolID) }
        return try #require(records.first { record in record.use == use }).opened(by: pools.sealer)
    }

    /// A token with changed claims, signed by the pool's key for this use.
    func signed(
        _ token: String, as use: SigningKeyRecord.Use, changing change: (inout [WireName: WireValue]) -> Void
    ) async throws -> String {
        try JWS.sign(
            payload: try payload(of: token, changing: change), key: try await key(use), signer: SwiftCryptoRSASigner())
    }

    /// The claims of a token with a change.
    func payload(
        of token: String, changing change: (inout [WireName: WireValue]) -> Void = { _ in }
    ) throws -> [UInt8] {
        let bytes = try #require(Base64URL.decode(token.split(separator: ".")[1]))
        var claims = try #require(try WireValue(json: bytes).objectValue)
        change(&claims)
        return WireValue.object(claims).jsonBytes()
    }
}
