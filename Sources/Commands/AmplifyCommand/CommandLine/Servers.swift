// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseCrypto
import GatehouseDeployment
import GatehouseProject

/// The way from an environment's place to the services of its server.
struct Servers: Sendable {
    /// The address of `--server`, which replaces that of the environment.
    let address: String?
    let variables: [String: String]
    let transport: any Transport
    let clock: ClientClock
    let entropy: Entropy

    /// The services of an environment's server; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - place: where the environment is.
    ///   - environment: the name of the environment.
    ///   - profile: the profile that signs calls; `nil` for the variables, the key that was typed, or a development
    ///     server's.
    /// - Returns: the services.
    /// - Throws: `DeploymentFault` if the address or the credentials cannot be used.
    func backend(
        _ place: TeamProviderInfo.Gatehouse, environment: String, profile: String?
    ) throws(DeploymentFault) -> Backend {
        let secrets = try SecretsStore(variables: variables, appID: place.appID, environment: environment)
        let credentials = try AdministrationCredentials.find(
            profile: profile, secrets: secrets, variables: variables)
        return try backend(place.baseURL, region: place.region, credentials: credentials)
    }

    /// The services of a server for which there is no environment yet.
    ///
    /// - Throws: `DeploymentFault` if the address or the credentials cannot be used.
    func backend(
        _ baseURL: String, region: String, profile: String?
    ) throws(DeploymentFault) -> Backend {
        let credentials = try AdministrationCredentials.find(profile: profile, variables: variables)
        return try backend(baseURL, region: region, credentials: credentials)
    }

    /// The services of a server with credentials that were typed.
    ///
    /// - Throws: `DeploymentFault` if the address cannot be used.
    func backend(
        _ baseURL: String, region: String, credentials: SigningCredentials
    ) throws(DeploymentFault) -> Backend {
        try Backend(
            baseURL: address ?? baseURL, region: region, credentials: credentials, transport: transport, clock: clock,
            entropy: entropy)
    }
}
