// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
package import GatehouseClientFiles
package import GatehouseCore
import GatehouseIdentityPools
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

extension ClientFiles {
    /// Makes the files from the descriptions of the pools and of the data API; without an identity pool or an API, the
    /// files contain none.
    ///
    /// With `allowsInsecure`, the files allow clients to use plain HTTP if the base URL has it and another host.
    package init(
        userPool: UserPoolType, client: UserPoolClientType,
        secondFactors: GetUserPoolMfaConfigResponse = GetUserPoolMfaConfigResponse(), identityPool: IdentityPool?,
        deployment: Deployment, allowsInsecure: Bool = false, api: ClientAPI? = nil
    ) {
        let isPlain = deployment.baseURL.lowercased().hasPrefix("http:")
        self.init(
            region: userPool.id?.split(separator: "_").first.map(String.init) ?? "", baseURL: deployment.baseURL,
            userPool: ClientFiles.UserPool(
                userPool, client: client, secondFactors: secondFactors,
                prefixDomain: userPool.domain.map { deployment.address(ofDomain: $0, .prefix) }),
            identityPool: identityPool, api: api,
            allowsInsecureEndpoint: allowsInsecure && isPlain && !ServerConfiguration.isLocal(deployment.baseURL))
    }
}

/// Reads what the configuration files of client libraries say from the pools of an installation.
package enum ClientConfigurations {
    /// Reads the pools and the client by their ids.
    /// - Parameters:
    ///   - userPool: the id of the user pool.
    ///   - client: the id of one of its app clients.
    ///   - identityPool: the id of the identity pool in the files, if any.
    ///   - installation: the installation with the pools.
    ///   - allowsInsecure: whether the files allow clients to use plain HTTP to another machine.
    ///   - api: the data API in the files, if any.
    /// - Returns: the files for the pools and the client.
    /// - Throws: `StartupRefusal` with the id that does not exist, or with the failure of the store.
    package static func read(
        userPool: String, client: String, identityPool: String?, from installation: Installation,
        allowsInsecure: Bool = false, api: ClientAPI? = nil
    ) async throws(StartupRefusal) -> ClientFiles {
        let pools = installation.userPools.service(for: context(ofRegionIn: userPool, before: "_"))
        let described = try await found("user pool \(userPool)", by: "ListUserPools") { () async throws(ServiceFault) in
            try await pools.describeUserPool(DescribeUserPoolRequest(userPoolId: userPool)).userPool
        }
        let app = try await found("app client \(client)", by: "ListUserPoolClients") { () async throws(ServiceFault) in
            try await pools.describeUserPoolClient(
                DescribeUserPoolClientRequest(userPoolId: userPool, clientId: client)
            ).userPoolClient
        }
        let factors = try await found("user pool \(userPool)", by: "ListUserPools") { () async throws(ServiceFault) in
            try await pools.getUserPoolMfaConfig(GetUserPoolMfaConfigRequest(userPoolId: userPool))
        }
        return ClientFiles(
            userPool: described, client: app, secondFactors: factors,
            identityPool: try await describe(identityPool, in: installation), deployment: installation.deployment,
            allowsInsecure: allowsInsecure, api: api)
    }

    private static func describe(
        _ identityPool: String?, in installation: Installation
    ) async throws(StartupRefusal) -> IdentityPool? {
        guard let identityPool else { return nil }
        let pools = installation.identityPools.service(for: context(ofRegionIn: identityPool, before: ":"))
        return try await found("identity pool \(identityPool)", by: "ListIdentityPools") {
            () async throws(ServiceFault) in
            try await pools.describeIdentityPool(DescribeIdentityPoolInput(identityPoolId: identityPool))
        }
    }

    /// The context of calls in the region of the pool, which is the part of its id before `separator`.
    private static func context(ofRegionIn id: String, before separator: Character) -> RequestContext {
        RequestContext(
            requestID: "outputs", region: String(id.prefix { $0 != separator }),
            principal: .administrator(accessKeyID: "gatehouse"))
    }

    private static func found<Value>(
        _ name: String, by operation: String, _ read: () async throws(ServiceFault) -> Value?
    ) async throws(StartupRefusal) -> Value {
        let value: Value?
        do throws(ServiceFault) {
            value = try await read()
        } catch {
            guard error.code == .resourceNotFound else {
                throw StartupRefusal(
                    .unavailable, "The \(name) could not be read: \(error.cause ?? error). \(Cure.text(for: error))")
            }
            value = nil
        }
        guard let value else {
            throw StartupRefusal(.usage, "There is no \(name): see the ids with \(operation).")
        }
        return value
    }
}
