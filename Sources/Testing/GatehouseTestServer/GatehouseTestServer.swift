// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux) || os(macOS)
public import AWSCognitoAuthPlugin
public import Amplify
public import Foundation
import GatehouseAppTesting
import GatehouseClient

/// An installed `gatehouse` that a test starts on a free port.
///
/// A test target with this product compiles the client alone. The program is the one at `GATEHOUSE_PROGRAM`, or else
/// `gatehouse` in a folder of `PATH`. A plugin connects an app to the server:
///
/// ```swift
/// let gatehouse = try await GatehouseTestServer()
/// try await gatehouse.makeUser("ada")
/// try Amplify.add(plugin: gatehouse.plugin())
/// try await Amplify.configure(gatehouse.configuration())
/// let result = try await Amplify.Auth.signIn(username: "ada", password: GatehouseTestServer.password)
/// ```
///
/// The server ends when this value and its plugins are released, with ``stop()``, and with the process of the tests.
/// `Amplify` is one for the process, so its tests have the trait `.ownsAmplify`.
public final class GatehouseTestServer: Sendable {
    /// The password of users, unless a test names another.
    public static let password = "Correct-Horse-7!"

    /// The server's address, such as `http://localhost:34567`.
    public var url: URL { program.url }

    private let program: ServerProgram
    private let devices = DeviceStores()
    let transport = PlatformTransport()

    /// Starts a server with a user pool, an app client and an identity pool, and with the entries of a seed.
    ///
    /// - Parameters:
    ///   - program: the path of the program; if absent, that of `GATEHOUSE_PROGRAM` or of `gatehouse` in `PATH`.
    ///   - seed: the file of a seed, with pools, clients, groups and users; docs/development.md describes it.
    ///   - schema: the file of a schema with models and rules, which the server then serves as a GraphQL API.
    /// - Throws: ``TestServerError`` if there is no program, or with the reason why it did not start within two minutes.
    public init(program: String? = nil, seed: URL? = nil, schema: URL? = nil) async throws {
        self.program = try await ServerProgram(path: program, seed: seed, schema: schema)
    }

    /// Starts the program at a path, which must listen before a limit has passed.
    /// - Throws: ``TestServerError`` if the program cannot be started or does not listen in time.
    package init(program: String, limit: Duration) async throws {
        self.program = try await ServerProgram(path: program, seed: nil, limit: limit)
    }

    /// Ends the server; calls after that fail.
    public func stop() {
        program.end()
    }

    /// Puts the server back to the state of its start: the first pool, its client, the identity pool and the seed.
    ///
    /// Tokens, sessions and codes of before are refused.
    /// - Throws: ``TestServerError`` if the server does not answer.
    public func reset() async throws {
        _ = try await send(TransportRequest(url: url.appending(path: "dev/reset")))
    }

    /// A plugin whose requests this server answers.
    ///
    /// The session is kept in memory: another plugin on a device of the same name continues it, as an app does that
    /// starts again.
    ///
    /// - Parameters:
    ///   - device: the name of the device that the app runs on.
    ///   - passkeys: where the app's passkeys are.
    /// - Returns: a plugin for `Amplify.add(plugin:)`.
    public func plugin(
        onDevice device: String = "phone", passkeys: AWSCognitoPasskeys = .software
    ) -> AWSCognitoAuthPlugin {
        AWSCognitoAuthPlugin(transport: transport, passkeys: passkeys) { [self] _ in
            // The plugin keeps the server for as long as it may send requests.
            devices.store(ofDevice: device)
        }
    }

    /// The configuration of an app, for `Amplify.configure(_:)`.
    ///
    /// - Returns: what the server has written into `amplify_outputs.json`.
    /// - Throws: `ConfigurationError` if the file cannot be read.
    public func configuration() async throws -> AmplifyOutputsData {
        let file = program.folder.appending(path: "amplify_outputs.json")
        return try AmplifyOutputs.data(Data(contentsOf: file)).resolveConfiguration()
    }
}
#endif
