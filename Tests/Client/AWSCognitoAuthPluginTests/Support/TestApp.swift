// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseClient
import GatehouseSession
import Synchronization

/// One plugin with the network under it and the events it sends.
struct TestApp {
    let plugin: AWSCognitoAuthPlugin
    let network: TestNetwork
    let events: EventLog

    init(
        network: TestNetwork,
        clock: ClientClock = .system,
        store: any CredentialStore = InMemoryCredentialStore(),
        preferences: AWSCognitoNetworkPreferences? = nil,
        passkeys: AWSCognitoPasskeys = .none
    ) {
        let events = EventLog()
        self.network = network
        self.events = events
        plugin = AWSCognitoAuthPlugin(
            networkPreferences: preferences,
            transport: network,
            clock: clock,
            events: AuthEvents { events.append($0) },
            passkeys: passkeys,
            openStore: { _ in store }
        )
    }

    /// The session in its own type.
    func session(force: Bool = false) async throws -> AWSAuthCognitoSession {
        let options = force ? AuthFetchSessionRequest.Options.forceRefresh() : nil
        let session = try await plugin.fetchAuthSession(options: options)
        guard let session = session as? AWSAuthCognitoSession else {
            throw AuthError.unknown("The session is of another type")
        }
        return session
    }

    /// The result of a sign-out in its own type.
    func signOut(global: Bool = false) async throws -> AWSCognitoSignOutResult {
        let result = await plugin.signOut(options: AuthSignOutRequest.Options(globalSignOut: global))
        guard let result = result as? AWSCognitoSignOutResult else {
            throw AuthError.unknown("The result is of another type")
        }
        return result
    }
}

/// The events that a plugin sent.
final class EventLog: Sendable {
    private let payloads = Mutex<[HubPayload]>([])

    func append(_ payload: HubPayload) { payloads.withLock { $0.append(payload) } }

    func clear() { payloads.withLock { $0 = [] } }

    var names: [String] { payloads.withLock { $0.map(\.eventName) } }

    func data(of name: String) -> Any? { payload(name)?.data }

    func payload(_ name: String) -> HubPayload? { payloads.withLock { $0.last { $0.eventName == name } } }
}
