// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseClient
package import GatehouseCrypto
import GatehouseWire
import Synchronization

/// The client's engine: signs users in and out, stores the session and renews it.
///
/// One engine has one configuration; a process may have several engines, which may share a store if their pools differ.
/// Calls that change the session run one after another. Calls that only read or use the session never wait for the
/// user, and a fresh session is read without any wait. Every call ends within the configuration's deadline, apart
/// from the time that the service allows the user for a passkey.
///
/// The session ends only if the app signs out or the user pool refuses its tokens: never because of the network, a
/// failing service, an invalid response, or an unreadable store.
package final class SessionEngine: Sendable {
    package let configuration: SessionConfiguration
    /// The rules of the face that uses the engine.
    let rules: SessionRules
    /// Calls the user pool; nil without one.
    package let userPoolClient: ServiceClient?
    /// Calls the identity pool; nil without one.
    let identityPoolClient: ServiceClient?

    let clock: ClientClock
    let entropy: Entropy
    /// The device data of this installation for each user of the pool.
    let devices: RememberedDevices
    /// Makes and shows passkeys; nil where the app has nothing that does.
    let authenticator: (any PasskeyAuthenticator)?
    /// Shows the hosted pages; nil where the app has nothing that does.
    let presenter: (any WebPagePresenter)?
    let transport: any Transport
    let suspension: SignInSuspension
    /// The data in requests to the user pool that describes their origin; nil without a user pool.
    private let marks: RequestMarks?
    let holder: SessionHolder
    let turns = Mutex(Turns())
    let ongoingSignIn = Mutex(OngoingSignIn.none)
    /// The present dialogues with users at an authenticator or in a browser.
    let dialogs = Mutex<[any OpenDialog]>([])
    let openSignUp = Mutex<OpenSignUp?>(nil)
    /// Whether the last federation failed; only in memory, as in Amplify.
    let hasFederationFailed = Mutex(false)

    /// Creates an engine; nothing is read or sent before the first call.
    ///
    /// - Parameters:
    ///   - configuration: the pools of the engine.
    ///   - store: the store of the session, with the names of the pools in its keys.
    ///   - isStoreShared: whether other programs sign in and out in the same store, and this one follows them.
    ///   - rules: the rules of the face that uses the engine.
    ///   - view: what the face makes of each session's report, to be kept with the session; nil if it keeps nothing.
    ///   - authenticator: makes passkeys and signs with them; nil if the app has none.
    ///   - presenter: shows the hosted pages; nil if the app has none.
    ///   - transport: sends the requests.
    ///   - clock: the clock for expiry and deadlines.
    ///   - entropy: the source of SRP's ephemeral values and of random pauses.
    package init(
        configuration: SessionConfiguration,
        store: any CredentialStore,
        isStoreShared: Bool = false,
        rules: SessionRules = .amplify,
        view: (@Sendable (SessionReport) -> any SessionView)? = nil,
        authenticator: (any PasskeyAuthenticator)? = nil,
        presenter: (any WebPagePresenter)? = nil,
        transport: any Transport,
        clock: ClientClock = .system,
        entropy: Entropy = .system
    ) {
        self.configuration = configuration
        self.rules = rules
        self.clock = clock
        self.entropy = entropy
        let keys = StoredConfiguration(configuration).keys
        let installation = Installation(store: store, keys: keys, entropy: entropy)
        let devices = RememberedDevices(store: store, keys: keys)
        self.devices = devices
        suspension = SignInSuspension(store: store, key: keys.suspendedSignIn, clock: clock)
        self.authenticator = authenticator
        self.presenter = presenter
        self.transport = transport
        marks = configuration.userPool.map {
            RequestMarks(pool: $0, installation: installation, devices: devices, clock: clock)
        }
        holder = SessionHolder(
            storage: SessionStorage(store: store, configuration: configuration),
            configuration: configuration,
            isShared: isStoreShared,
            view: view
        )
        let client = { (endpoint: Endpoint, headers: [(name: String, value: String)]) in
            ServiceClient(
                endpoint: endpoint,
                headers: headers,
                transport: transport,
                policy: configuration.retry,
                clock: clock,
                entropy: entropy
            )
        }
        userPoolClient = configuration.userPool.map { client($0.endpoint, $0.requestHeaders) }
        identityPoolClient = configuration.identityPool.map { client($0.endpoint, []) }
    }

    /// The time that a call has.
    var deadline: Deadline {
        let endpoint = configuration.userPool?.endpoint ?? configuration.identityPool?.endpoint
        return Deadline(limit: configuration.deadline, clock: clock, server: endpoint?.address ?? "the server")
    }

    /// The user pool with its client and the marks of a request to it, for calls in which no user is signed in yet.
    func requireMarkedUserPool() throws(SessionError) -> (
        pool: UserPoolConfiguration, client: ServiceClient, marks: RequestMarks
    ) {
        let (pool, client) = try requireUserPool()
        guard let marks else { throw .noUserPool }
        return (pool, client, marks)
    }

    /// The dependencies of a sign-in.
    func signInTools() throws(SessionError) -> SignInTools {
        let (pool, client, marks) = try requireMarkedUserPool()
        return SignInTools(
            pool: pool,
            client: client,
            marks: marks,
            devices: devices,
            authenticator: authenticator,
            clock: clock,
            entropy: entropy
        )
    }

    /// The user pool with its client, for calls that cannot do without.
    func requireUserPool() throws(SessionError) -> (pool: UserPoolConfiguration, client: ServiceClient) {
        guard let pool = configuration.userPool, let client = userPoolClient else { throw .noUserPool }
        guard pool.hasKnownForm else { throw pool.formUnknown }
        return (pool, client)
    }

    /// Calls that change the session take turns.
    var changes: SerialGate { presentTurns.changes }

    /// Runs a call that changes the session: in its turn, within the deadline.
    func change<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(SessionError) -> Value
    ) async throws(SessionError) -> Value {
        try await withDeadline(deadline) { [changes] () async throws(SessionError) -> Value in
            try await changes.withTurn(body)
        }
    }
}

extension SessionEngine {
    /// Refuses an empty argument.
    func require(_ value: String, field: String) throws(SessionError) {
        if value.isEmpty { throw .validation(field: field, "\(field) is empty.", cure: "Give a value for \(field).") }
    }

    /// Runs one call of a service within the deadline.
    func using<Value: Sendable>(
        _ client: ServiceClient,
        _ body: @escaping @Sendable (ServiceClient) async throws(ServiceFault) -> Value
    ) async throws(SessionError) -> Value {
        try await withDeadline(deadline) { () async throws(SessionError) -> Value in
            try await asking { () throws(ServiceFault) in try await body(client) }
        }
    }
}

/// Runs a call of a service; converts faults and transport errors to a `SessionError`.
func asking<Answer>(
    _ call: () async throws(ServiceFault) -> Answer
) async throws(SessionError) -> Answer {
    do throws(ServiceFault) {
        return try await call()
    } catch {
        throw SessionError(error)
    }
}
