// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
package import GatehouseCrypto
import GatehouseData
import GatehouseDevelopmentPages
package import GatehouseGateway
import GatehouseHTTP
import GatehouseMeasurements
import GatehouseOutbound
import GatehouseServerCrypto
import GatehouseStorage
package import Logging
import Metrics
import UnixSignals

/// The server of a process: it opens and migrates the database, creates the domains, and runs until a signal.
package struct ServerProcess: Sendable {
    package let configuration: ServerConfiguration
    package private(set) var installation: Installation
    /// The key of administrators; `nil` if any key is accepted.
    package let administrationKey: AdministrationKey?
    /// The key of the developer pages; `nil` if they need none.
    package let developerKey: String?
    let database: any ServerDatabase
    /// The other processes on the database.
    let nodes: any Nodes
    private let sealer: Sealer
    private let entropy: Entropy
    private let fetch: any OutboundFetch
    let logger: Logger
    let metrics: PrometheusMetrics
    let readMetrics: @Sendable () -> String
    let readiness: ReadinessProbe
    /// The hub of the data APIs.
    let events: DataEvents
    let clock: WallClock
    let tls: TLSKeeper?
    /// The SIGHUPs since before the certificate was read; `nil` if they end the process.
    let hangUps: UnixSignalsSequence?
    private let lock: FolderLock?
    /// The signing keys that are made in advance.
    package let signingKeys: PreparedSigningKeys
    private let keptSigningKeys: KeptSigningKeys?
    let seals: SealReservations

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
        hangUps = await HangUp.signals(in: configuration.mode, hasTLS: configuration.tls != nil)
        // A pool gets two keys: these are enough for two pools, and in production for eight after the first one. Servers
        // of tests live for seconds, and most nodes make no pool between two starts. More keys would take time from
        // everything else on the machine, and no pool would get them.
        signingKeys = PreparedSigningKeys(capacity: configuration.mode == .dev ? 4 : 16, beginning: 4)
        keptSigningKeys = try configuration.signingKeysFile.map { [signingKeys] path throws(StartupRefusal) in
            try KeptSigningKeys(file: path, source: signingKeys)
        }
        tls = try configuration.tls.map { files throws(StartupRefusal) in TLSKeeper(try files.identity(at: clock.now)) }
        let carriers = try configuration.carriers()
        let folder = try await DataFolder.open(configuration, clock: clock, entropy: entropy, logger: logger)
        lock = folder.lock
        database = folder.database
        nodes = folder.opened.nodes
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
        settings.streams = configuration.socket.streams
        // Other nodes learn of the changes of this process by its id.
        let events = DataEvents(node: configuration.databaseServer == nil ? nil : entropy.uuid())
        self.events = events
        let (gauges, dataGauges) = (DatabaseGauges(database, metrics), DataGauges(events, metrics))
        readMetrics = {
            gauges.record()
            dataGauges.record()
            return metrics.text
        }
        let probe = folder.opened.probe
        readiness = ReadinessProbe(
            logger: logger, isListening: false, freshness: probe.freshness, check: probe.check,
            pause: { try await Task.sleep(for: probe.interval) })
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
            database: nodes.fenced(ReportingDatabase(database) { [readiness] error in readiness.met(error) }),
            sealer: sealer, deployment: configuration.deployment, settings: settings,
            administrators: administrationKey.map { [$0] } ?? [],
            fetch: fetch,
            socialEndpoints: configuration.providers.endpoints,
            outbox: configuration.keepsMessages
                ? Self.outbox(in: configuration.dataDirectory, sealer: sealer, logger: logger) : nil,
            carriers: carriers,
            triggers: Self.triggers(configuration, clock: clock, logger: logger),
            functionNames: configuration.functionNames.map { NamedFunctions(names: $0) }, clock: clock,
            entropy: entropy, compute: .threads, hashing: .bounded(),
            logger: logger, metrics: metrics,
            showMetrics: configuration.showsMetrics && configuration.metricsPort == nil ? readMetrics : nil,
            requireReady: { [readiness] in try readiness.requireReady() }, keys: signingKeys,
            tokenKeys: keptSigningKeys, events: events, endingSessionsAt: configuration.sessionEnding,
            unusedGuestLifetime: configuration.unusedGuestLifetime, acceptsUserClaims: configuration.mode == .dev,
            poolArchives: PoolArchiveFolder(
                dataDirectory: configuration.dataDirectory, config: configuration.settingsFile)
        )
    }

    /// Creates the resources of `dev`'s first start and of the seed, and adds the developer pages and, with a schema, the
    /// data API to the server.
    /// - Throws: `StartupRefusal` with the corrective action.
    package mutating func prepareForDevelopment() async throws(StartupRefusal) -> Development {
        let seed: Seed?
        do throws(SeedFailure) {
            seed = try configuration.seedFile.map { path throws(SeedFailure) in try Seed(file: path) }
        } catch {
            throw StartupRefusal(.configuration, "\(error). Correct the file that --seed names.")
        }
        let schema = try configuration.schemaFile.map { path throws(StartupRefusal) in try SchemaFile(path) }
        for warning in schema?.warnings ?? [] {
            logger.warning("The schema has a part to look at", metadata: ["cause": "\(warning)"])
        }
        let development = try await Development(
            Development.Parts(
                installation: installation, database: database, sealer: sealer, entropy: entropy, clock: clock,
                make: blank),
            folder: URL(fileURLWithPath: configuration.dataDirectory, isDirectory: true), seed: seed,
            schema: schema, administrator: administrationKey?.accessKeyID,
            triggersFile: configuration.changingTriggersFile)
        for misfit in development.api?.misfits ?? [] {
            logger.warning(
                "Stored records do not fit the schema: requests for them may fail",
                metadata: ["cause": "\(misfit)", "cure": "change the schema, or POST /dev/reset to delete all records"])
        }
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
        installation.gateway.add(.graphQL(development.console, deployment: configuration.deployment))
        return development
    }

    /// The domains on another database, without messages and triggers, for what `dev` makes beside its own data.
    private var blank: @Sendable (any SQLDatabase, any SigningKeySource) -> Installation {
        { [configuration, sealer, clock, entropy, fetch] database, keys in
            Installation(
                database: database, sealer: sealer, deployment: configuration.deployment, settings: GatewaySettings(),
                administrators: [], fetch: fetch, outbox: nil, clock: clock, entropy: entropy, compute: .inline,
                hashing: .inline, logger: .silent, metrics: NOOPMetricsHandler.instance, keys: keys)
        }
    }

    /// What calls the functions of pools; `nil` without any.
    private static func triggers(
        _ configuration: ServerConfiguration, clock: WallClock, logger: Logger
    ) -> (any TriggerCaller)? {
        if let path = configuration.changingTriggersFile {
            return ChangingTriggers(path: path, clock: clock, logger: logger)
        }
        return configuration.triggers.map { RoutedTriggers($0, clock: clock, logger: logger) }
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
    func settleSeals() async {
        do {
            try await seals.settle()
        } catch {
            logger.warning("The number of seals could not be stored", metadata: ["cause": "\(error)"])
        }
    }

    /// Tells the other processes on the database that this one ends, so that its work goes on elsewhere at once.
    func leaveNodes() async {
        do {
            try await nodes.leave()
        } catch {
            logger.warning("The other nodes were not informed of the end", metadata: ["cause": "\(error)"])
        }
    }

    /// Closes the database and releases the lock of the data folder.
    /// - Throws: an error when the database cannot be closed.
    package func close() throws {
        defer { lock?.release() }
        try database.close()
    }

    /// The logger for libraries: below `info` they log whole values, which may contain secrets.
    var libraryLogger: Logger {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .info)
        return logger
    }
}
