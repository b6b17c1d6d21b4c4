// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import AWSCognitoAuthPlugin
public import Amplify
import CognitoAdminShapes
import CognitoShapes
import GatehouseAppTesting
import GatehouseClient
import GatehouseServer
import GatehouseSession
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools

extension TestGatehouse {
    /// The pool of calls that name none, made by the first of them.
    public var pool: TestPool {
        get async throws {
            if let pool = memory.pool { return pool }
            return memory.keep(try await makePool())
        }
    }

    /// Makes a user pool, a client that may use every flow of apps, and an identity pool.
    ///
    /// The pool verifies e-mail addresses, and its users may have an authenticator app as second factor.
    /// - Throws: the service's fault.
    public func makePool(name: String = "test") async throws -> TestPool {
        let id = try await makeUserPool(name: name)
        _ = try await installation.userPools.service(for: administration).setUserPoolMfaConfig(
            SetUserPoolMfaConfigRequest(
                userPoolId: id, softwareTokenMfaConfiguration: SoftwareTokenMfaConfigType(enabled: true),
                mfaConfiguration: .optional))
        let client = try await makeClient(ofPool: id)
        let identityPoolID = try await makeIdentityPool(userPool: id, client: client)
        return TestPool(id: id, client: client, identityPoolID: identityPoolID)
    }

    /// A plugin whose requests this server answers, on the server's clock.
    ///
    /// Pauses between attempts take no time. The session is kept in memory: another plugin on a device of the same name
    /// continues it, as an app does that starts again.
    ///
    /// - Parameters:
    ///   - device: the name of the device that the app runs on.
    ///   - passkeys: where the app's passkeys are.
    /// - Returns: a plugin for `Amplify.add(plugin:)`.
    public func plugin(
        onDevice device: String = "phone", passkeys: AWSCognitoPasskeys = .software
    ) -> AWSCognitoAuthPlugin {
        let store = memory.devices.store(ofDevice: device)
        return AWSCognitoAuthPlugin(
            transport: transport, clock: .following(clock), entropy: entropy, passkeys: passkeys,
            openStore: { _ in store })
    }

    /// The configuration of an app, for `Amplify.configure(_:)`.
    ///
    /// - Parameter pool: the app's pool; ``pool`` if absent.
    /// - Returns: what `amplify_outputs.json` would say.
    /// - Throws: the service's fault.
    public func configuration(_ pool: TestPool? = nil) async throws -> AmplifyOutputsData {
        let pool = try await resolved(pool)
        let outputs = amplifyOutputs(userPool: pool.id, client: pool.client, identityPool: pool.identityPoolID)
        return try AmplifyOutputs.data(outputs).resolveConfiguration()
    }

    /// The pool itself, or ``pool`` in place of none.
    func resolved(_ pool: TestPool?) async throws -> TestPool {
        if let pool { return pool }
        return try await self.pool
    }
}
