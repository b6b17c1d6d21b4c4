// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseSession

/// A configuration after validation: each part as the engine needs it, or the error of the calls that need it.
struct MobileConfiguration: Sendable {
    /// The user pool, or `userPoolNotConfigured` with the missing parts.
    let userPool: Result<UserPoolConfiguration, AWSMobileClientError>
    /// The identity pool, or `cognitoIdentityPoolNotConfigured` with the missing parts.
    let identityPool: Result<IdentityPoolConfiguration, AWSMobileClientError>
    /// The configuration as it was read.
    let values: AWSConfiguration
    let retry: RetryPolicy

    /// Checks a configuration; each error is for the calls that need the part.
    init(_ values: AWSConfiguration, retry: RetryPolicy = RetryPolicy()) {
        self.values = values
        self.retry = retry
        userPool = Self.userPool(of: values)
        identityPool = Self.identityPool(of: values)
    }

    /// The configuration's identity, by which a later start knows whether the stored session is its own.
    ///
    /// A pool whose endpoint cannot be used counts, so that a mistake there ends no session.
    var fingerprint: ConfigurationFingerprint {
        let userPool = values.userPool.flatMap { $0.clientID == nil || $0.region == nil ? nil : $0 }
        let identityPool = values.identityPool.flatMap { $0.region == nil ? nil : $0 }
        return ConfigurationFingerprint(
            userPoolID: userPool?.poolID,
            clientID: userPool?.poolID == nil ? nil : userPool?.clientID,
            identityPoolID: identityPool?.poolID
        )
    }

    /// Brings a store to this configuration; called before the engine reads its session.
    ///
    /// Without any pool and pages, and with a pool id that cannot be one, nothing changes: a mistake in the file, or a
    /// file that is missing once, must not end a session.
    ///
    /// - Returns: the item beside the session.
    func begin(in store: any CredentialStore) -> MobileItemStorage {
        let items = MobileItemStorage(store: store, fingerprint: fingerprint)
        let isPlausible = fingerprint.isPlausible && (fingerprint != ConfigurationFingerprint() || values.pages != nil)
        if isPlausible { items.begin() }
        return items
    }

    /// The names of the stored items.
    var keys: StoreKeys { fingerprint.keys }

    /// The engine's configuration; it may have no pool.
    ///
    /// - Parameter parameters: makes the further parameters of requests to pages from the configured ones; called
    ///   at each request.
    /// - Returns: the configuration.
    /// - Throws: `SessionError.configuration`; no configuration is known for which it does.
    func sessionConfiguration(
        parameters: @escaping @Sendable (PageParameters) -> PageParameters = { $0 }
    ) throws(SessionError) -> SessionConfiguration {
        try SessionConfiguration(
            userPool: try? userPool.get(),
            identityPool: try? identityPool.get(),
            pages: pages(parameters),
            retry: retry,
            requiresPool: false
        )
    }
}

extension MobileConfiguration {
    private typealias Values = AWSConfiguration

    /// Migration of users needs the password itself, so it has priority over the chosen flow.
    private static func flow(_ values: AWSConfiguration) -> SignInFlow {
        if values.userPool?.migratesUsers == true { return .userPassword }
        return values.isCustom ? .customWithSRP : .userSRP
    }

    private static func userPool(of values: AWSConfiguration) -> Result<UserPoolConfiguration, AWSMobileClientError> {
        let section = Values.UserPool.section
        guard let pool = values.userPool else {
            return .failure(.userPoolNotConfigured(message: "\(section) is missing in awsconfiguration.json."))
        }
        guard let poolID = pool.poolID, let clientID = pool.clientID, let region = pool.region else {
            let missing = [("PoolId", pool.poolID), ("AppClientId", pool.clientID), ("Region", pool.region)]
            return .failure(.userPoolNotConfigured(message: Self.missing(missing, in: section)))
        }
        do throws(SessionError) {
            return .success(
                try UserPoolConfiguration(
                    poolID: poolID,
                    poolIDKey: "\(section).PoolId",
                    clientID: clientID,
                    clientSecret: pool.clientSecret,
                    region: region,
                    endpoint: endpoint(pool.endpoint, "cognito-idp", region, section, values),
                    defaultFlow: flow(values),
                    usesAnalytics: pool.pinpointAppID != nil
                )
            )
        } catch {
            return .failure(.userPoolNotConfigured(message: AWSMobileClientError(error).message))
        }
    }

    private static func identityPool(
        of values: AWSConfiguration
    ) -> Result<IdentityPoolConfiguration, AWSMobileClientError> {
        let section = Values.IdentityPool.section
        guard let pool = values.identityPool else {
            return .failure(
                .cognitoIdentityPoolNotConfigured(message: "\(section) is missing in awsconfiguration.json."))
        }
        guard let poolID = pool.poolID, let region = pool.region else {
            let missing = [("PoolId", pool.poolID), ("Region", pool.region)]
            return .failure(.cognitoIdentityPoolNotConfigured(message: Self.missing(missing, in: section)))
        }
        do throws(SessionError) {
            let endpoint = try endpoint(pool.endpoint, "cognito-identity", region, section, values)
            return .success(try IdentityPoolConfiguration(poolID: poolID, region: region, endpoint: endpoint))
        } catch {
            return .failure(.cognitoIdentityPoolNotConfigured(message: AWSMobileClientError(error).message))
        }
    }

    /// The names of the missing keys, for an error.
    static func missing(_ values: [(key: String, value: String?)], in section: String) -> String {
        let keys = values.filter { $0.value == nil }.map { "\(section).\($0.key)" }
        return "\(keys.joined(separator: ", ")) \(keys.count == 1 ? "is" : "are") missing in awsconfiguration.json."
    }

    /// A service's own endpoint, else the one for everything, else Amazon's in the region.
    private static func endpoint(
        _ own: String?,
        _ service: String,
        _ region: String,
        _ section: String,
        _ values: AWSConfiguration
    ) throws(SessionError) -> Endpoint {
        do throws(EndpointError) {
            if let own {
                return try Endpoint(
                    own,
                    key: "\(section).Endpoint",
                    form: .singleService,
                    allowsInsecure: values.allowsInsecureEndpoint,
                    permission: Self.permission
                )
            }
            if let endpoint = try endpointOfEverything(values) { return endpoint }
            return try .amazon(service, region: region, key: "\(section).Region")
        } catch {
            throw .configuration(error.text, cure: error.cure)
        }
    }

    /// The key that allows an insecure endpoint.
    static let permission = "Auth.Default.allowsInsecureEndpoint"

    static func endpointOfEverything(_ values: AWSConfiguration) throws(EndpointError) -> Endpoint? {
        guard let endpoint = values.endpoint else { return nil }
        return try Endpoint(
            endpoint,
            key: "Auth.Default.Endpoint",
            allowsInsecure: values.allowsInsecureEndpoint,
            permission: permission
        )
    }
}
