// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseClient
import GatehouseSession

/// The values of a configuration for the two pools, before validation.
///
/// Each value has the name of its key beside it, so that an error can name it.
struct PoolConfiguration {
    /// A value and the key that held it.
    struct Setting {
        let key: String
        let value: String
    }

    struct UserPool {
        var id: Setting
        var clientID: Setting
        var clientSecret: String?
        var region: Setting
        var endpoint: Setting?
        var flow = SignInFlow.userSRP
        /// The app's id in Pinpoint, if it uses that.
        var pinpointAppID: String?
    }

    struct IdentityPool {
        var id: Setting
        var region: Setting
        var endpoint: Setting?
    }

    struct Pages {
        var domain: Setting
        var clientID: Setting
        var clientSecret: String?
        var signInRedirect: Setting
        var signOutRedirect: Setting
        var scopes: [String]
    }

    var userPool: UserPool?
    var identityPool: IdentityPool?
    /// The hosted pages; nil without all keys that they need.
    var pages: Pages?
    /// One endpoint for everything.
    var endpoint: Setting?
    var allowsInsecureEndpoint = false
    /// The key that allows an insecure endpoint in the configuration's generation.
    var permission: String

    /// Checks the values.
    ///
    /// - Throws: `AuthError.configuration` naming the key and the cure.
    ///
    /// An error of the hosted pages is thrown by the calls that need them, as in Amplify, not here.
    func checked(retry: RetryPolicy, tokenRetry: RetryPolicy? = nil) throws(AuthError) -> SessionConfiguration {
        let userPool = try checkedUserPool()
        let identityPool = try checkedIdentityPool()
        return try Self.naming("auth") { () throws(SessionError) in
            try SessionConfiguration(
                userPool: userPool, identityPool: identityPool, pages: pages.map { checked($0, tokenRetry ?? retry) },
                retry: retry)
        }
    }

    private func checkedUserPool() throws(AuthError) -> UserPoolConfiguration? {
        guard let pool = userPool else { return nil }
        let endpoint = try endpoint(pool.endpoint, for: "cognito-idp", in: pool.region)
        let culprit = pool.clientID.value.isEmpty ? pool.clientID : pool.id
        return try Self.naming(culprit.key) { () throws(SessionError) in
            try UserPoolConfiguration(
                poolID: pool.id.value,
                poolIDKey: pool.id.key,
                clientID: pool.clientID.value,
                clientSecret: pool.clientSecret.map { ClientSecret($0) },
                region: pool.region.value,
                endpoint: endpoint,
                defaultFlow: pool.flow,
                usesAnalytics: pool.pinpointAppID?.isEmpty == false
            )
        }
    }

    private func checkedIdentityPool() throws(AuthError) -> IdentityPoolConfiguration? {
        guard let pool = identityPool else { return nil }
        let endpoint = try endpoint(pool.endpoint, for: "cognito-identity", in: pool.region)
        return try Self.naming(pool.id.key) { () throws(SessionError) in
            try IdentityPoolConfiguration(poolID: pool.id.value, region: pool.region.value, endpoint: endpoint)
        }
    }

    /// A service's own endpoint, else the one for everything, else Amazon's in the region.
    private func endpoint(_ own: Setting?, for service: String, in region: Setting) throws(AuthError) -> Endpoint {
        do throws(EndpointError) {
            if let own {
                return try Endpoint(
                    own.value,
                    key: own.key,
                    form: .singleService,
                    allowsInsecure: allowsInsecureEndpoint,
                    permission: permission
                )
            }
            if let endpoint {
                return try Endpoint(
                    endpoint.value,
                    key: endpoint.key,
                    allowsInsecure: allowsInsecureEndpoint,
                    permission: permission
                )
            }
            return try .amazon(service, region: region.value, key: region.key)
        } catch {
            throw .configuration(error.text, error.cure)
        }
    }

    private static func naming<Value>(
        _ key: String,
        _ body: () throws(SessionError) -> Value
    ) throws(AuthError) -> Value {
        do throws(SessionError) {
            return try body()
        } catch {
            guard case .configuration(let text, let cure) = error else { throw AuthError(error, from: .userPool) }
            throw .configuration("\(key): \(text)", cure)
        }
    }
}

extension PoolConfiguration {
    /// Checks the values of the hosted pages.
    func checked(_ pages: Pages, _ retry: RetryPolicy) -> Result<HostedPages, SessionError> {
        do throws(SessionError) {
            return .success(
                try HostedPages(
                    domain: address(of: pages.domain),
                    clientID: pages.clientID.value,
                    clientSecret: secret(of: pages),
                    signInRedirect: pages.signInRedirect.value,
                    signOutRedirect: pages.signOutRedirect.value,
                    scopes: pages.scopes,
                    retry: retry
                )
            )
        } catch {
            return .failure(error)
        }
    }

    /// The secret of the pages' app client: its own, or the user pool's app client's if it is the same client.
    private func secret(of pages: Pages) -> ClientSecret? {
        let isSame = pages.clientID.value == userPool?.clientID.value
        return (pages.clientSecret ?? (isSame ? userPool?.clientSecret : nil)).map { ClientSecret($0) }
    }

    /// The address of the domain.
    private func address(of domain: Setting) throws(SessionError) -> Endpoint {
        do throws(EndpointError) {
            return try PagesDomain.address(
                of: domain.value,
                key: domain.key,
                below: try endpoint.map { endpoint throws(EndpointError) in
                    try Endpoint(
                        endpoint.value,
                        key: endpoint.key,
                        allowsInsecure: allowsInsecureEndpoint,
                        permission: permission
                    )
                },
                allowsInsecure: allowsInsecureEndpoint,
                permission: permission
            )
        } catch {
            throw .configuration(error.text, cure: error.cure)
        }
    }
}
