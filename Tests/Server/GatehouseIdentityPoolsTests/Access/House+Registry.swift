// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseCore
import GatehouseWire
import Testing

@testable import GatehouseIdentityPools

extension House {
    static let account = "123456789012"

    /// Registers a role with this statement as its trust policy, and permissions.
    func registerRole(
        _ name: String, trust statement: String, allowing permissions: String? = nil, maximumSession: Int = 3_600
    ) async throws {
        let policies = permissions.map { #","policies":{"own":{"Version":"2012-10-17","Statement":[\#($0)]}}"# } ?? ""
        let json = #"""
            {"trustPolicy":{"Version":"2012-10-17","Statement":[\#(statement)]},
             "maximumSessionDuration":\#(maximumSession)\#(policies)}
            """#
        try await pools.registry.create(.role, named: name, document: WireValue(accessJSON: Array(json.utf8)))
    }

    /// Registers a user with this statement as the only policy.
    func registerUser(_ name: String, allowing permissions: String? = nil) async throws {
        let policies = permissions.map { #""policies":{"own":{"Version":"2012-10-17","Statement":[\#($0)]}}"# } ?? ""
        let document = try WireValue(accessJSON: Array("{\(policies)}".utf8))
        try await pools.registry.create(.user, named: name, document: document)
    }

    /// The principal of a registered user's access key.
    func user(_ name: String) async throws -> Principal {
        let key = try await pools.registry.createKey(forUser: name)
        let found = try await pools.userAccessKeys.resolve(accessKeyID: key.id, sessionToken: nil)
        #expect(found?.secretAccessKey == key.secret)
        return try #require(found?.principal)
    }

    func tokens(_ principal: Principal) -> SecurityTokens {
        pools.tokenService(for: RequestContext(requestID: "test", principal: principal))
    }

    /// The statement of a trust policy for the identities of a pool.
    static func trust(pool: String, amr: String? = nil, actions: String = #""sts:AssumeRoleWithWebIdentity""#) -> String
    {
        let methods = amr.map { #","ForAnyValue:StringLike":{"cognito-identity.amazonaws.com:amr":"\#($0)"}"# } ?? ""
        return #"""
            {"Effect":"Allow","Action":[\#(actions)],"Principal":{"Federated":"cognito-identity.amazonaws.com"},
             "Condition":{"StringEquals":{"cognito-identity.amazonaws.com:aud":"\#(pool)"}\#(methods)}}
            """#
    }

    /// The principal of temporary credentials.
    func principal(_ keyID: String?, _ token: String?) async throws -> Principal {
        let key = try await pools.accessKeys.resolve(accessKeyID: keyID ?? "", sessionToken: token)
        return try #require(key?.principal)
    }
}
