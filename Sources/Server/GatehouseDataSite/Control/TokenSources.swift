// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataModel
package import GatehouseDataStores
package import GatehouseWire

/// What the modes of an API need to know about the tokens of callers.
package struct TokenSources: Sendable {
    /// The most user pools, and the most issuers.
    private static let most = 50

    /// The user pools whose tokens the API accepts.
    package var userPools: [UserPoolSource]
    /// The issuers of OpenID Connect whose tokens the API accepts.
    package var openIDIssuers: [OpenIDSource]
    /// The function that decides about other tokens; `nil` without one.
    package var authorizer: AuthorizerSource?

    /// Makes sources.
    package init(
        userPools: [UserPoolSource] = [], openIDIssuers: [OpenIDSource] = [], authorizer: AuthorizerSource? = nil
    ) {
        self.userPools = userPools
        self.openIDIssuers = openIDIssuers
        self.authorizer = authorizer
    }

    /// Adds the source of a mode in a request of AppSync.
    mutating func add(_ mode: AuthorizationMode, of input: WireValue) throws(ServiceFault) {
        switch mode {
        case .apiKey, .iam: break
        case .userPools: userPools.append(try UserPoolSource(request: input["userPoolConfig"]))
        case .oidc: openIDIssuers.append(try OpenIDSource(request: input["openIDConnectConfig"]))
        case .function: authorizer = try AuthorizerSource(request: input["lambdaAuthorizerConfig"])
        }
    }

    /// Checks that each mode has its sources, and that there are no others.
    /// - Throws: `BadRequestException`.
    package func check(for modes: [AuthorizationMode]) throws(ServiceFault) {
        for pool in userPools { try pool.check() }
        for issuer in openIDIssuers { try issuer.check() }
        try authorizer?.check()
        guard userPools.count <= Self.most, Set(userPools.map { Array($0.id.utf8) }).count == userPools.count else {
            throw .badRequest("At most \(Self.most) user pools are allowed, each once.")
        }
        guard openIDIssuers.count <= Self.most, Set(openIDIssuers).count == openIDIssuers.count else {
            throw .badRequest("At most \(Self.most) issuers are allowed, each once.")
        }
        guard modes.contains(.userPools) == !userPools.isEmpty else {
            throw .badRequest("The mode userPools needs a user pool (--user-pool), and no other mode takes one.")
        }
        guard modes.contains(.oidc) == !openIDIssuers.isEmpty else {
            throw .badRequest("The mode oidc needs an issuer (--issuer), and no other mode takes one.")
        }
        guard modes.contains(.function) == (authorizer != nil) else {
            throw .badRequest("The mode function needs a function (--authorizer), and no other mode takes one.")
        }
    }
}
