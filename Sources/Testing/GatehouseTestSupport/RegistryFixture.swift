// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
package import GatehouseCore
package import GatehouseSecurityTokens
import GatehouseWire
import Testing

/// A fixture of tests that has a registry of roles and users.
package protocol RegistryFixture: Sendable {
    /// The registry, and the credentials that its roles and users get.
    var securityTokens: SecurityTokens { get }
}

extension RegistryFixture {
    /// The number of the account.
    package static var account: String { "123456789012" }

    /// Registers a role with this statement as its trust policy, and permissions.
    /// - Throws: the flaw of a policy, the refusal of the registry.
    package func registerRole(
        _ name: String, trust statement: String, allowing permissions: String? = nil, maximumSession: Int = 3_600
    ) async throws {
        let policies = permissions.map { #","policies":{"own":{"Version":"2012-10-17","Statement":[\#($0)]}}"# } ?? ""
        let json = #"""
            {"trustPolicy":{"Version":"2012-10-17","Statement":[\#(statement)]},
             "maximumSessionDuration":\#(maximumSession)\#(policies)}
            """#
        let document = try WireValue(accessJSON: Array(json.utf8))
        try await securityTokens.registry.create(.role, named: name, document: document)
    }

    /// Registers a user with this statement as the only policy.
    /// - Throws: the flaw of the policy, the refusal of the registry.
    package func registerUser(_ name: String, allowing permissions: String? = nil) async throws {
        let policies = permissions.map { #""policies":{"own":{"Version":"2012-10-17","Statement":[\#($0)]}}"# } ?? ""
        let document = try WireValue(accessJSON: Array("{\(policies)}".utf8))
        try await securityTokens.registry.create(.user, named: name, document: document)
    }

    /// The principal of a new access key of a registered user.
    /// - Throws: the refusal of the registry, or the failed requirement.
    package func user(_ name: String) async throws -> Principal {
        let key = try await securityTokens.registry.createKey(forUser: name)
        let found = try await securityTokens.userAccessKeys.resolve(accessKeyID: key.id, sessionToken: nil)
        #expect(found?.secretAccessKey == key.secret)
        return try #require(found?.principal)
    }

    /// The operations of sts for a caller.
    package func tokens(_ principal: Principal, region: String = "us-east-1") -> SecurityTokensService {
        securityTokens.service(for: RequestContext(requestID: "test", region: region, principal: principal))
    }

    /// The principal of temporary credentials.
    /// - Throws: the service's fault, or the failed requirement.
    package func principal(_ keyID: String?, _ token: String?) async throws -> Principal {
        let key = try await securityTokens.accessKeys.resolve(accessKeyID: keyID ?? "", sessionToken: token)
        return try #require(key?.principal)
    }

    /// The statement of a trust policy for the identities of a pool.
    package static func trust(
        pool: String, amr: String? = nil, actions: String = #""sts:AssumeRoleWithWebIdentity""#
    ) -> String {
        let methods = amr.map { #","ForAnyValue:StringLike":{"cognito-identity.amazonaws.com:amr":"\#($0)"}"# } ?? ""
        return #"""
            {"Effect":"Allow","Action":[\#(actions)],"Principal":{"Federated":"cognito-identity.amazonaws.com"},
             "Condition":{"StringEquals":{"cognito-identity.amazonaws.com:aud":"\#(pool)"}\#(methods)}}
            """#
    }
}
