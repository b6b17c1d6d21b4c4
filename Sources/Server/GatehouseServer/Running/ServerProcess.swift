// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
package import GatehouseCrypto
package import GatehouseHTTP
import GatehouseOutbound
import GatehouseSQLite
import GatehouseUserPools
package import Logging
import ServiceLifecycle
import UnixSignals

/// The server of one process: opened, migrated and wired, then run until a signal ends it.
package struct ServerProcess: Sendable {
    package let configuration: ServerConfiguration
    package let installation: Installation
    private let database: SQLiteDatabase
    private let logger: Logger
    private let metrics: PrometheusMetrics
    private let clock: WallClock
    private let tls: TLSKeeper?

    /// Opens the database and wires everything; nothing listens yet.
    /// - Throws: `StartupRefusal` that names the cure.
    package init(
        _ configuration: ServerConfiguration, logger: Logger, metrics: PrometheusMetrics,
        clock: WallClock = .system, entropy: Entropy = .system
    ) async throws(StartupRefusal) {
        self.configuration = configuration
        self.logger = logger
        self.metrics = metrics
        self.clock = clock
        tls = try configuration.tls.map { files throws(StartupRefusal) in TLSKeeper(try files.identity(at: clock.now)) }
        let carriers = try configuration.carriers()
        let opening = DatabaseOpening(configuration)
        guard opening.exists || configuration.mode != .maintenance else {
            throw StartupRefusal(
                .configuration,
                "There is no database in \(configuration.dataDirectory): name its folder with --data-dir."
            )
        }
        try opening.makeFolder()
        let keys = try MasterKeys(
            configuration.masterKey, mode: configuration.mode, entropy: entropy, isFirstStart: !opening.exists
        ).ring()
        let sealer = Sealer(ring: keys, entropy: entropy)
        let check = MasterKeyCheck(dataDirectory: configuration.dataDirectory, sealer: sealer)
        if !opening.exists { try check.seal() }
        database = try await opening.open()
        try check.verify()
        let administrators: [any AccessKeyResolver] = configuration.administrationKey.map { [$0] } ?? []
        var showMetrics: (@Sendable () -> String)?
        if configuration.showsMetrics { showMetrics = { metrics.text } }
        installation = Installation(
            database: database, sealer: sealer, deployment: configuration.deployment, settings: configuration.gateway,
            administrators: administrators, outbox: configuration.keepsMessages ? Outbox() : nil,
            carriers: carriers,
            triggers: configuration.triggers.map { RoutedTriggers($0, clock: clock, logger: logger) }, clock: clock,
            entropy: entropy, compute: .threads, hashing: .bounded(),
            logger: logger, metrics: metrics, showMetrics: showMetrics
        )
    }

    /// Has something done to the installation instead of serving, then closes the database.
    package func maintain<Value>(_ body: (Installation) async throws -> Value) async throws -> Value {
        let value = try await body(installation)
        try database.close()
        return value
    }

    /// Serves until SIGTERM or SIGINT; requests that were accepted are answered first.
    /// - Parameter onListening: called with the port once connections are accepted.
    /// - Throws: `StartupRefusal` when the port cannot be had; whatever else ends a service.
    package func run(onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in }) async throws {
        let server = HTTPService(
            gateway: installation.gateway, host: configuration.host, port: configuration.port,
            limits: configuration.socket, tls: tls, logger: logger, metrics: metrics, onListening: onListening
        )
        // Those named first end last: requests that are being answered may still hand over messages.
        var services: [any Service] = installation.postOffice.map { [DispatchService($0)] } ?? []
        services += [
            server,
            PurgeService(logger: logger) { [installation] in try await installation.userPools.purgeExpired() },
            ImportService(installation.userPools, clock: clock, logger: logger),
        ]
        if let tls, let files = configuration.tls {
            services.append(CertificateReload(files, into: tls, clock: clock, logger: logger))
        }
        var group = ServiceGroupConfiguration(
            services: services,
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
        )
        // A client that never ends its request must not hold up the end of the process.
        group.maximumGracefulShutdownDuration = .seconds(15)
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as ListeningError {
            throw StartupRefusal(.unavailable, error.description)
        }
        try database.close()
    }
}
