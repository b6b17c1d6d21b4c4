// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
package import GatehouseCore
package import GatehouseCrypto
package import GatehouseGateway
import GatehouseHTTP
import GatehouseIdentityPools
import GatehouseOutbound
import GatehouseSQLite
import GatehouseSecurityTokens
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
package import Logging
import Metrics
import ServiceLifecycle
import UnixSignals

/// The server of a process: it opens and migrates the database, creates the domains, and runs until a signal.
package struct ServerProcess: Sendable {
    package let configuration: ServerConfiguration
    package private(set) var installation: Installation
    /// The key of administrators; `nil` if any key is accepted.
    package let administrationKey: AdministrationKey?
    /// The key of the developer pages; `nil` if they need none.
    package let developerKey: String?
    private let database: SQLiteDatabase
    private let sealer: Sealer
    private let entropy: Entropy
    private let fetch: any OutboundFetch
    private let logger: Logger
    private let metrics: PrometheusMetrics
    private let readMetrics: @Sendable () -> String
    private let readiness: ReadinessProbe
    private let clock: WallClock
    private let tls: TLSKeeper?
    private let lock: FolderLock?
    private let signingKeys = PreparedSigningKeys()
    private let keptSigningKeys: KeptSigningKeys?
    private let seals: SealReservations

    /// Opens the database and creates the domains; it does not listen yet.
    /// - Throws: `StartupRefusal` with the corrective action.
    package init(
        _ configuration: ServerConfiguration, logger: Logger, metrics: PrometheusMetrics,
        clock: WallClock = .system, entropy: Entropy = .system
    ) async throws(StartupRefusal) {
        self.configuration = configuration
        self.logger = logger
        self.metrics = metrics
        self.clock = clock
        self.entropy = entropy
        keptSigningKeys = try configuration.signingKeysFile.map { [signingKeys] path throws(StartupRefusal) in
            try KeptSigningKeys(file: path, source: signingKeys)
        }
        tls = try configuration.tls.map { files throws(StartupRefusal) in TLSKeeper(try files.identity(at: clock.now)) }
        let carriers = try configuration.carriers()
        let folder = try await DataFolder.open(configuration, clock: clock, entropy: entropy)
        lock = folder.lock
        database = folder.database
        if folder.leftPages > 0 {
            logger.notice(
                "The last server did not end properly; its log is complete and belongs to the database",
                metadata: ["pages": "\(folder.leftPages)"])
        }
        sealer = folder.sealer
        fetch = MeasuredFetch(try configuration.providers.fetch(), metrics)
        seals = SealReservations(folder.database, for: sealer)
        developerKey =
            configuration.mode == .dev && configuration.allowsRemote
            ? try DeveloperKeyFile(folder: configuration.dataDirectory).key(entropy) : nil
        administrationKey =
            if let key = configuration.administrationKey {
                key
            } else {
                try developerKey.map { text throws(StartupRefusal) in
                    try AdministrationKey(accessKeyID: DeveloperKeyFile.accessKeyID, secretAccessKey: text)
                }
            }
        var settings = configuration.gateway
        settings.developerKey = developerKey.map(DeveloperKey.init)
        let gauges = DatabaseGauges(path: configuration.databasePath, database: database, metrics)
        readMetrics = {
            gauges.record()
            return metrics.text
        }
        readiness = Self.probe(of: database, at: configuration.databasePath, logger: logger)
        logger.debug(
            "Server set up",
            metadata: [
                "mode": "\(configuration.mode)", "folder": "\(configuration.dataDirectory)",
                "tls": "\(tls != nil)", "rate_limits": "\(configuration.gateway.rates != nil)",
                "mail": "\(configuration.mail?.host ?? "none")", "sms": "\(configuration.sms != nil)",
                "outbox": "\(configuration.keepsMessages)",
                "functions": "\(configuration.triggers?.functions.count ?? 0)",
            ])
        installation = Installation(
            database: ReportingDatabase(database) { [readiness] error in readiness.met(error) }, sealer: sealer,
            deployment: configuration.deployment, settings: settings,
            administrators: administrationKey.map { [$0] } ?? [],
            fetch: fetch,
            socialEndpoints: configuration.providers.endpoints,
            outbox: configuration.keepsMessages
                ? Self.outbox(in: configuration.dataDirectory, sealer: sealer, logger: logger) : nil,
            carriers: carriers,
            triggers: configuration.triggers.map { RoutedTriggers($0, clock: clock, logger: logger) }, clock: clock,
            entropy: entropy, compute: .threads, hashing: .bounded(),
            logger: logger, metrics: metrics,
            showMetrics: configuration.showsMetrics && configuration.metricsPort == nil ? readMetrics : nil,
            requireReady: { [readiness] in try readiness.requireReady() }, keys: signingKeys,
            tokenKeys: keptSigningKeys, endingSessionsAt: configuration.sessionEnding,
            unusedGuestLifetime: configuration.unusedGuestLifetime, acceptsUserClaims: configuration.mode == .dev
        )
    }

    /// Makes the registry of roles and identity providers have the entries of the documented file.
    /// - Throws: `StartupRefusal` with the corrective action, also for a role with an unsafe trust policy.
    package func prepareAccess() async throws(StartupRefusal) {
        try await accessStart.run()
        let missing: [UnregisteredRole]
        let expired: [(name: String, end: Date)]
        let denials: [NarrowDenial]
        let claims: [UserClaim]
        do {
            missing = try await installation.identityPools.unregisteredRoles()
            expired = try await installation.securityTokens.registry.expiredSAMLProviders()
            denials = try await installation.securityTokens.registry.narrowDenials()
            claims = try await installation.identityPools.ineffectiveClaims()
        } catch {
            throw StartupRefusal(
                .unavailable,
                "The roles of identity pools and the SAML providers cannot be read: \(error). \(Cure.text(for: error))")
        }
        for denial in denials {
            logger.warning(
                "A policy denies less than it reads",
                metadata: [
                    "kind": "\(denial.kind.rawValue)", "name": "\(denial.name)", "cause": "\(denial.flaw)",
                ])
        }
        for claim in claims {
            logger.warning(
                "A role rule or principal tag gives nothing, because users can set its claim",
                metadata: [
                    "identity_pool": "\(claim.identityPoolID)", "provider": "\(claim.provider)",
                    "claim": "\(claim.claim)",
                ])
        }
        for provider in expired {
            logger.warning(
                "The responses of a SAML provider are refused, because its metadata has expired",
                metadata: ["provider": "\(provider.name)", "end": "\(WireTimestamp.iso8601(provider.end))"])
        }
        for role in missing {
            logger.warning(
                "An identity pool gives no credentials of a role, because the role is not registered",
                metadata: ["identity_pool": "\(role.identityPoolID)", "role": "\(role.arn)"])
        }
    }

    /// Refuses a database whose pools sign with keys that a file of `gatehouse dev` has too.
    /// - Throws: `StartupRefusal` with the pools and the command that replaces the keys.
    package func requireOwnSigningKeys() async throws(StartupRefusal) {
        let pools: [String]
        do {
            let ids = try await installation.userPools.records.poolIDs()
            pools = try await installation.userPools.read { store in
                try ids.filter { id in
                    try store.signingKeys(ofPool: id).contains { $0.id.hasPrefix(SigningKeyRecord.keptPrefix) }
                }
            }
        } catch {
            throw StartupRefusal(.unavailable, "The signing keys cannot be read: \(error)")
        }
        guard !pools.isEmpty else { return }
        throw StartupRefusal(
            .configuration,
            "The tokens of \(pools.joined(separator: ", ")) are signed with keys of gatehouse dev, which a file outside "
                + "of the data folder has too: replace them with: "
                + "\(configuration.command("rotate-keys --discard-old"))")
    }

    /// Logs settings that an operator may not mean: a base URL without TLS, ids that no app client has, and domains of
    /// user pools that share a host name.
    /// - Throws: `StartupRefusal` if the app clients or the domains cannot be read.
    package func logDoubtfulSettings() async throws(StartupRefusal) {
        let baseURL = configuration.deployment.baseURL
        if configuration.mode == .serve, !baseURL.hasPrefix("https:"), !ServerConfiguration.isLocal(baseURL) {
            logger.warning(
                "The base URL has no TLS: browsers send passwords and cookies in clear",
                metadata: ["base_url": "\(baseURL)"])
        }
        try await logDomainCollisions()
        let named = configuration.deployment.requiredPKCE.clientIDs.sorted()
        guard !named.isEmpty else { return }
        let unknown: [String]
        do {
            unknown = try await installation.userPools.read { store in
                try named.filter { try store.appClient($0) == nil }
            }
        } catch {
            throw StartupRefusal(.unavailable, "The app clients cannot be read: \(error). \(Cure.text(for: error))")
        }
        for id in unknown {
            logger.warning(
                "GATEHOUSE_REQUIRE_PKCE names an app client that does not exist", metadata: ["client": "\(id)"])
        }
    }

    private func logDomainCollisions() async throws(StartupRefusal) {
        let hosts = DomainHosts(configuration.deployment)
        let collisions: [DomainCollision]
        do {
            collisions = try await installation.userPools.read { store in try store.domainCollisions(on: hosts) }
        } catch {
            throw StartupRefusal(.unavailable, "The domains of user pools cannot be read: \(error)")
        }
        for collision in collisions {
            logger.warning("A domain has a host name that is not its own", metadata: ["cause": "\(collision.text)"])
        }
    }

    private var accessStart: AccessStart {
        AccessStart(registry: installation.securityTokens.registry, file: configuration.accessFile)
    }

    /// Creates the resources of `dev`'s first start and of the seed, and adds the developer pages to the server.
    /// - Throws: `StartupRefusal` with the corrective action.
    package mutating func prepareForDevelopment() async throws(StartupRefusal) -> Development {
        let seed: Seed?
        do throws(SeedFailure) {
            seed = try configuration.seedFile.map { path throws(SeedFailure) in try Seed(file: path) }
        } catch {
            throw StartupRefusal(.configuration, "\(error). Correct the file that --seed names.")
        }
        let development = try await Development(
            Development.Parts(
                installation: installation, database: database, sealer: sealer, entropy: entropy, clock: clock,
                make: blank),
            folder: URL(fileURLWithPath: configuration.dataDirectory, isDirectory: true), seed: seed,
            administrator: administrationKey?.accessKeyID)
        do {
            try keptSigningKeys?.complete()
        } catch {
            logger.warning("The signing keys could not be kept for the next start", metadata: ["cause": "\(error)"])
        }
        installation.gateway.add(
            .development(
                configuration.deployment, overview: { try await development.overview() },
                reset: { [accessStart] in
                    guard try await development.reset() else { return false }
                    try await accessStart.run()
                    return true
                }, domain: { try await development.domain(ofClient: $0) }))
        return development
    }

    /// The domains on another database, without messages and triggers, for what `dev` makes beside its own data.
    private var blank: @Sendable (SQLiteDatabase, any SigningKeySource) -> Installation {
        { [configuration, sealer, clock, entropy, fetch] database, keys in
            Installation(
                database: database, sealer: sealer, deployment: configuration.deployment, settings: GatewaySettings(),
                administrators: [], fetch: fetch, outbox: nil, clock: clock, entropy: entropy, compute: .inline,
                hashing: .inline, logger: Logger(label: "blank") { _ in SwiftLogNoOpLogHandler() },
                metrics: NOOPMetricsHandler.instance, keys: keys)
        }
    }

    private static func probe(of database: SQLiteDatabase, at path: String, logger: Logger) -> ReadinessProbe {
        let space = SpaceProbe(folder: (path as NSString).deletingLastPathComponent)
        return ReadinessProbe(logger: logger, isListening: false) {
            // SQLite goes on with a removed file, whose content is lost with the process.
            guard FileManager.default.fileExists(atPath: path) else {
                throw NotReady("The database's file was removed: stop the server, and restore the file.")
            }
            try space.check()
            let state = try await database.probe()
            try DatabaseMarks(databasePath: path).note(state, inFile: try database.stateInFile())
        }
    }

    private static func outbox(in folder: String, sealer: Sealer, logger: Logger) -> Outbox {
        let file = OutboxFile(folder: folder, capacity: Outbox.usualCapacity, sealer: sealer, logger: logger)
        return Outbox(messages: file.messages(), journal: file)
    }

    /// Runs `body` on the installation instead of serving, then closes the database.
    package func maintain<Value>(_ body: (Installation) async throws -> Value) async throws -> Value {
        let value = try await body(installation)
        await settleSeals()
        try close()
        return value
    }

    /// Counts the seals of this process; without that, the rest of the reserved blocks counts as used.
    private func settleSeals() async {
        do {
            try await seals.settle()
        } catch {
            logger.warning("The number of seals could not be stored", metadata: ["cause": "\(error)"])
        }
    }

    /// Closes the database and releases the lock of the data folder.
    /// - Throws: an error when the database cannot be closed.
    package func close() throws {
        defer { lock?.release() }
        try database.close()
    }

    /// Serves until SIGTERM or SIGINT; accepted requests are completed first.
    /// - Parameters:
    ///   - untilInputEnds: whether the end of the standard input ends the server too.
    ///   - onListening: called with the port of the services once all sockets accept connections.
    /// - Throws: `StartupRefusal` when the server cannot listen on a port; otherwise the error that ended a service.
    package func run(
        untilInputEnds: Bool = false, onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) async throws {
        let descriptors = DescriptorLimit.raised()
        var socket = configuration.socket
        if let descriptors { socket.maximumDescriptors = descriptors.connections }
        if let warning = descriptors?.warning(forConnections: socket.maximumConnections) {
            logger.warning("The limit of open files is too low", metadata: ["cause": "\(warning)"])
        }
        do {
            try await installation.userPools.continueForwardClock()
        } catch {
            throw StartupRefusal(
                .unavailable, "The clock of sign-ins cannot be read: \(error). \(Cure.text(for: error))")
        }
        await readiness.probe()
        let ports = [configuration.port, configuration.metricsPort, configuration.healthPort]
        let report = ListeningReport(sockets: ports.compactMap(\.self).count) { [readiness] port in
            onListening(port)
            readiness.listens()
        }
        let server = HTTPService(
            gateway: installation.gateway, host: configuration.host, port: configuration.port,
            limits: socket, tls: tls, logger: libraryLogger, metrics: metrics
        ) { report.servicesListen(on: $0) }
        let jobs = JobMetrics(factory: metrics)
        let purgeTime = PurgeTime(clock)
        // The services end in reverse order: requests in progress may still hand over messages.
        var services: [any Service] = installation.messageDispatcher.map { [DispatchService($0)] } ?? []
        services += [
            server,
            PurgeService(logger: logger) { [installation] in
                try await jobs.measured(.purge) { () async throws in
                    let time = purgeTime.next()
                    try await installation.userPools.purgeExpired(at: time)
                    try await installation.identityPools.purgeUnusedGuests(at: time)
                }
            },
            ImportService(
                MeasuredImportJobs(base: installation.userPools.importRunner, metrics: jobs), clock: clock,
                logger: logger),
            KeyPreparationService(signingKeys, logger: logger),
            readiness,
            DatabaseWatch(database, logger: logger),
            SealCountService(seals, logger: logger),
            DatabaseUpkeep(database, clock: clock, logger: logger),
            MemoryReturn(),
        ]
        if let port = configuration.healthPort {
            services.append(
                HTTPService(
                    requireReady: { [readiness] in try readiness.requireReady() },
                    host: configuration.monitoringHost ?? configuration.host,
                    hostSetting: configuration.monitoringHostSetting, port: port,
                    maximumConnections: descriptors?.otherConnections ?? 200, logger: libraryLogger
                ) { _ in report.otherSocketListens() })
        }
        if let port = configuration.metricsPort {
            services.append(
                HTTPService(
                    metrics: readMetrics, host: configuration.monitoringHost ?? configuration.host,
                    hostSetting: configuration.monitoringHostSetting, port: port,
                    tls: configuration.hasPlainMetrics ? nil : tls,
                    maximumConnections: descriptors?.otherConnections ?? 200, logger: libraryLogger
                ) { _ in report.otherSocketListens() })
        }
        if let tls, let files = configuration.tls {
            services.append(CertificateReload(files, into: tls, clock: clock, logger: logger))
        }
        let limit = ShutdownLimit(
            begin: { [logger] in
                logger.notice(
                    """
                    The shutdown begins: requests in progress have \(ShutdownLimit.untilCancellation.components.seconds) \
                    seconds, and the process ends within \(ShutdownLimit.longest.components.seconds) seconds
                    """, metadata: .shutdown)
            },
            end: { [logger] in
                logger.warning(
                    "The process ends although some requests did not end in time", metadata: .shutdown)
                exit(EXIT_SUCCESS)
            })
        defer { limit.complete() }
        // The limit is the last service, so that it begins before the others end.
        services.append(limit)
        var group = ServiceGroupConfiguration(
            services: services,
            gracefulShutdownSignals: [.sigterm, .sigint], logger: libraryLogger
        )
        if untilInputEnds {
            group.services.append(
                .init(service: InputEndService(), successTerminationBehavior: .gracefullyShutdownGroup))
        }
        // A client that never completes its request must not delay the end of the process.
        group.maximumGracefulShutdownDuration = ShutdownLimit.untilCancellation
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as ListeningError {
            throw StartupRefusal(.unavailable, error.description)
        }
        await settleSeals()
        try close()
        logger.notice("The shutdown is complete", metadata: .shutdown)
    }

    /// The logger for libraries: below `info` they log whole values, which may contain secrets.
    private var libraryLogger: Logger {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .info)
        return logger
    }
}
