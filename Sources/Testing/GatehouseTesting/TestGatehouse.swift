// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
import GatehouseCrypto
package import GatehouseGateway
package import GatehouseOutbound
import GatehouseSQLite
package import GatehouseServer
import GatehouseServerCrypto
import GatehouseSites
package import GatehouseStorage
import Logging
import Metrics

/// A whole Gatehouse inside a test's process: no socket, no file, no waiting.
///
/// The clock stands still until the test moves it, randomness comes from a seed, and codes can be read from the
/// messages. A plugin connects an app to it:
///
/// ```swift
/// let gatehouse = try await TestGatehouse()
/// try await gatehouse.makeUser("ada")
/// try Amplify.add(plugin: gatehouse.plugin())
/// try await Amplify.configure(gatehouse.configuration())
/// let result = try await Amplify.Auth.signIn(username: "ada", password: TestGatehouse.password)
/// ```
///
/// `Amplify` is one for the process, so its tests have the trait `.ownsAmplify`.
public struct TestGatehouse: Sendable {
    /// The id of the administration key that is known when signatures are verified.
    public static let administratorKeyID = "AKIATESTGATEHOUSE000"
    /// The secret of the administration key ``administratorKeyID``.
    public static let administratorSecret = "test-gatehouse-secret-0123456789-abcdef"

    /// The clock of this server.
    public let clock: TestClock
    /// The server's own address; issuers begin with it.
    public let baseURL: String
    package let installation: Installation
    private let outbox: Outbox
    let database: any SQLDatabase
    let ring: KeyRing
    let index: IndexKeys
    let entropy: Entropy
    let memory: AppMemory
    private let settings: GatewaySettings
    private let carriers: [Message.Medium: any Carrier]
    private let triggers: (any TriggerCaller)?
    private let fetch: any OutboundFetch
    private let pause: @Sendable (Duration) async throws -> Void
    private let poolArchives: PoolArchiveFolder?
    let signingKeys: SharedSigningKeys

    /// Starts a server with an empty database in memory.
    /// - Parameters:
    ///   - clock: the server's clock.
    ///   - seed: where chance begins; the same seed gives the same ids and codes.
    ///   - baseURL: an address without a trailing slash.
    ///   - verifiesSignatures: whether admin calls must be signed with the administration key; otherwise any key does.
    /// - Throws: when the database cannot be made.
    public init(
        clock: TestClock = TestClock(), seed: UInt64 = 1, baseURL: String = "http://localhost:9229",
        verifiesSignatures: Bool = false
    ) async throws {
        try await self.init(
            clock: clock, seed: seed, baseURL: baseURL,
            settings: GatewaySettings(signaturePolicy: verifiesSignatures ? .verified : .anyAdministrator)
        )
    }

    /// Starts a server that hands messages to carriers.
    package init(carriers: [Message.Medium: any Carrier]) async throws {
        try await self.init(settings: GatewaySettings(signaturePolicy: .anyAdministrator), carriers: carriers)
    }

    /// Starts a server whose pools' functions are called by `triggers`.
    package init(triggers: any TriggerCaller) async throws {
        try await self.init(settings: GatewaySettings(signaturePolicy: .anyAdministrator), triggers: triggers)
    }

    /// Starts a server that asks other servers, such as the providers of tokens, by `fetch`.
    package init(fetch: any OutboundFetch) async throws {
        try await self.init(settings: GatewaySettings(signaturePolicy: .anyAdministrator), fetch: fetch)
    }

    /// Starts a server that writes the sealed copies of user pools into a folder.
    package init(poolArchives: PoolArchiveFolder) async throws {
        try await self.init(
            settings: GatewaySettings(signaturePolicy: .anyAdministrator), poolArchives: poolArchives)
    }

    /// Starts a server on a database of another kind, which hands messages to carriers if there are any; ``restarted()``
    /// is then a further node on it.
    package init(on database: any SQLDatabase, carriers: [Message.Medium: any Carrier] = [:]) async throws {
        try await self.init(
            settings: GatewaySettings(signaturePolicy: .anyAdministrator), carriers: carriers, database: database)
    }

    /// Starts a server whose connections and jobs wait by `pause`, so that a test decides when a wait is over.
    package init(pause: @escaping @Sendable (Duration) async throws -> Void) async throws {
        try await self.init(settings: GatewaySettings(signaturePolicy: .anyAdministrator), pause: pause)
    }

    /// Starts a server whose gateway is set up in a particular way; the outbox keeps the messages that no carrier
    /// takes.
    ///
    /// Carriers get theirs once a test runs the server's message dispatcher. Without a `database`, there is an empty one.
    package init(
        clock: TestClock = TestClock(), seed: UInt64 = 1, baseURL: String = "http://localhost:9229",
        settings: GatewaySettings, carriers: [Message.Medium: any Carrier] = [:],
        triggers: (any TriggerCaller)? = nil, fetch: any OutboundFetch = NoOutboundFetch(),
        poolArchives: PoolArchiveFolder? = nil, database given: (any SQLDatabase)? = nil,
        pause: @escaping @Sendable (Duration) async throws -> Void = pauseUntilCancelled
    ) async throws {
        let database: any SQLDatabase
        if let given {
            database = given
            try await Migrator(Migrations.all).migrate(given)
        } else {
            database = try await EmptyDatabase.make()
        }
        let entropy = Entropy.seeded(seed)
        let ring = try KeyRing.generate(id: "test", entropy: entropy)
        try self.init(
            clock: clock, baseURL: baseURL, settings: settings, carriers: carriers, triggers: triggers, fetch: fetch,
            pause: pause, database: database, ring: ring, index: .derived(from: ring.oldest), entropy: entropy,
            memory: AppMemory(), signingKeys: SharedSigningKeys(), poolArchives: poolArchives)
    }

    private init(
        clock: TestClock, baseURL: String, settings: GatewaySettings, carriers: [Message.Medium: any Carrier],
        triggers: (any TriggerCaller)?, fetch: any OutboundFetch,
        pause: @escaping @Sendable (Duration) async throws -> Void, database: any SQLDatabase,
        countedBy counting: CountingDatabase? = nil, ring: KeyRing,
        index: IndexKeys, entropy: Entropy, memory: AppMemory, signingKeys: SharedSigningKeys,
        poolArchives: PoolArchiveFolder?
    ) throws {
        self.clock = clock
        self.baseURL = baseURL
        self.settings = settings
        self.carriers = carriers
        self.triggers = triggers
        self.fetch = fetch
        self.pause = pause
        self.poolArchives = poolArchives
        self.database = database
        self.ring = ring
        self.index = index
        self.entropy = entropy
        self.memory = memory
        self.signingKeys = signingKeys
        outbox = Outbox()
        let metrics = PrometheusMetrics()
        let counted: any SQLDatabase = counting ?? database
        installation = Installation(
            database: counted, sealer: Sealer(ring: ring, index: index, entropy: entropy),
            deployment: Deployment(baseURL: baseURL, defaultRelyingPartyID: "localhost"), settings: settings,
            administrators: [
                try AdministrationKey(
                    accessKeyID: Self.administratorKeyID, secretAccessKey: Self.administratorSecret
                )
            ],
            fetch: fetch, outbox: outbox, carriers: carriers, triggers: triggers, clock: clock.wallClock,
            entropy: entropy, compute: .threads, hashing: .bounded(longestWait: .max),
            logger: Logger(label: "gatehouse.test") { _ in SwiftLogNoOpLogHandler() },
            metrics: metrics, showMetrics: { metrics.text }, keys: signingKeys, admission: .unlimited(),
            schemas: SharedSchemas.all, poolArchives: poolArchives, pause: pause
        )
    }

    /// The same server after a restart: it has its stored data, and not the data that was only in memory.
    /// - Throws: never, unless the first start would have.
    public func restarted() throws -> TestGatehouse {
        try TestGatehouse(
            clock: clock, baseURL: baseURL, settings: settings, carriers: carriers, triggers: triggers, fetch: fetch,
            pause: pause, database: database, ring: ring, index: index, entropy: entropy, memory: memory,
            signingKeys: signingKeys, poolArchives: poolArchives)
    }

    /// The same server after a restart, on a database that counts its transactions.
    /// - Throws: never, unless the first start would have.
    package func counted() throws -> (gatehouse: TestGatehouse, database: CountingDatabase) {
        let counting = CountingDatabase(database)
        let gatehouse = try TestGatehouse(
            clock: clock, baseURL: baseURL, settings: settings, carriers: carriers, triggers: triggers, fetch: fetch,
            pause: pause, database: database, countedBy: counting, ring: ring, index: index, entropy: entropy,
            memory: memory, signingKeys: signingKeys, poolArchives: poolArchives)
        return (gatehouse, counting)
    }

    /// The same server after a restart with other master keys.
    func restarted(with ring: KeyRing) throws -> TestGatehouse {
        try TestGatehouse(
            clock: clock, baseURL: baseURL, settings: settings, carriers: carriers, triggers: triggers, fetch: fetch,
            pause: pause, database: database, ring: ring, index: index, entropy: entropy, memory: memory,
            signingKeys: signingKeys, poolArchives: poolArchives)
    }

    /// Another server with a copy of this server's data, and with its own clock, set to the same time.
    ///
    /// - Parameter seed: where its chance begins.
    /// - Returns: the other server.
    /// - Throws: when the data cannot be copied.
    public func copy(seed: UInt64) throws -> TestGatehouse {
        try TestGatehouse(
            clock: TestClock(clock.now), baseURL: baseURL, settings: settings, carriers: carriers,
            triggers: triggers, fetch: fetch, pause: pause, database: storage.inMemoryCopy(), ring: ring,
            index: index, entropy: .seeded(seed), memory: AppMemory(copying: memory),
            signingKeys: SharedSigningKeys(copying: signingKeys),
            poolArchives: poolArchives)
    }

    /// Answers a request as the server would over HTTP.
    public func send(_ request: TestRequest) async -> TestResponse {
        TestResponse(await installation.gateway.respond(to: request.gatewayRequest))
    }

    /// Lets the database in memory grow no further, as on a full disk.
    package func fillDisk() async throws {
        // The limit cannot be lower than the present size.
        _ = try await storage.write { try $0.query("PRAGMA max_page_count = 1") }
    }

    /// Lets the database grow again after ``fillDisk()``.
    package func makeSpace() async throws {
        _ = try await storage.write { try $0.query("PRAGMA max_page_count = 1000000") }
    }

    /// The messages that would have been sent, the newest first; only those to `recipient` if there is one.
    public func messages(to recipient: String? = nil) -> [TestMessage] {
        outbox.messages(to: recipient).map(TestMessage.init)
    }
}
