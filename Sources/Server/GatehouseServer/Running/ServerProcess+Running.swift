// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseData
import GatehouseDataSite
import GatehouseGateway
import GatehouseHTTP
import GatehouseIdentityPools
import GatehouseMeasurements
import GatehouseUserPoolKernel
import GatehouseUserPools
import Logging
import ServiceLifecycle
import UnixSignals

/// The services that run until a signal.
extension ServerProcess {
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
        let limit = shutdownLimit
        defer { limit.complete() }
        // The limit is the last service, so that it begins before the others end.
        let members =
            services(socket, otherConnections: descriptors?.otherConnections ?? 200, onListening: onListening) + [limit]
        var group = ServiceGroupConfiguration(
            services: members.map { ServiceGroupConfiguration.ServiceConfiguration(named: $0) },
            gracefulShutdownSignals: [.sigterm, .sigint], logger: libraryLogger
        )
        if untilInputEnds {
            group.services.append(.init(named: InputEndService(), onSuccess: .gracefullyShutdownGroup))
        }
        // A client that never completes its request must not delay the end of the process.
        group.maximumGracefulShutdownDuration = ShutdownLimit.untilCancellation
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as ListeningError {
            throw StartupRefusal(.unavailable, error.description)
        }
        await settleSeals()
        await leaveNodes()
        try close()
        logger.notice("The shutdown is complete", metadata: .shutdown)
    }

    /// The services of the process without the limit of its shutdown; they end in reverse order.
    private func services(
        _ socket: SocketLimits, otherConnections: Int, onListening: @escaping @Sendable (_ port: Int) -> Void
    ) -> [any Service] {
        let ports = [configuration.port, configuration.metricsPort, configuration.healthPort]
        let (listening, begin) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let report = ListeningReport(sockets: ports.compactMap(\.self).count) { [readiness] port in
            onListening(port)
            readiness.listens()
            begin.yield()
        }
        // Requests in progress may still hand over messages, and calls of functions, so these services end after the
        // server.
        var services: [any Service] = installation.messageDispatcher.map { [DispatchService($0)] } ?? []
        services.append(FunctionEventService(installation.dataFunctions))
        services.append(
            HTTPService(
                gateway: installation.gateway, host: configuration.host, port: configuration.port,
                limits: socket, tls: tls, logger: libraryLogger, metrics: metrics
            ) { report.servicesListen(on: $0) })
        services += jobs(listening)
        services += monitoring(connections: otherConnections, report)
        if let hangUps {
            services.append(HangUpService(signals: hangUps, reload: certificateReload, logger: logger))
        }
        return services
    }

    /// What SIGHUP reads again; `nil` without TLS.
    private var certificateReload: CertificateReload? {
        guard let tls, let files = configuration.tls else { return nil }
        return CertificateReload(files, into: tls, clock: clock, logger: logger)
    }

    /// The services without sockets, except the delivery of messages; `listening` has an element once all sockets listen.
    private func jobs(_ listening: AsyncStream<Void>) -> [any Service] {
        let metrics = JobMetrics(factory: metrics)
        let purgeTime = PurgeTime(clock)
        return [
            PeriodicJob(every: .seconds(300), onFailure: "Expired rows could not be removed", logger: logger) {
                [installation, nodes] in
                // Each node watches its clock for jumps, so that it knows of them when it takes over the work.
                let time = purgeTime.next()
                _ = try await nodes.onDuty { () async throws in
                    try await metrics.measured(.purge) { () async throws in
                        try await installation.removeExpired(at: time)
                    }
                }
            },
            PeriodicJob(every: .seconds(60), onFailure: "Counters of users could not be summed", logger: logger) {
                [installation, nodes] in
                _ = try await nodes.onDuty { () async throws in
                    try await metrics.measured(.userCounts) { () async throws in
                        try await installation.userPools.sumUserCounts()
                    }
                }
            },
            CleanupService(logger: logger, isAlone: nodes.duty == .alone) { [installation, nodes] age in
                _ = try await nodes.onDuty { () async throws in
                    try await metrics.measured(.cleanup) { () async throws in
                        try await installation.dataAdministration.removeListed(beforeLast: age)
                    }
                }
            },
            ImportService(
                OnDutyImportJobs(
                    base: MeasuredImportJobs(base: installation.userPools.importRunner, metrics: metrics), nodes: nodes),
                clock: clock, logger: logger),
            KeyPreparationService(signingKeys, after: listening, logger: logger),
            readiness,
            DatabaseWatch(database, logger: logger),
            SealCountService(seals, logger: logger, isOnDuty: { [nodes] in nodes.duty != .elsewhere }),
            DatabaseUpkeep(database, clock: clock, logger: logger),
            MemoryReturn(),
        ]
    }

    /// The sockets of health and of metrics.
    private func monitoring(connections: Int, _ report: ListeningReport) -> [any Service] {
        var services: [any Service] = []
        if let port = configuration.healthPort {
            services.append(
                HTTPService(
                    requireReady: { [readiness] in try readiness.requireReady() },
                    warning: { [events] in events.warning },
                    host: configuration.monitoringHost ?? configuration.host,
                    hostSetting: configuration.monitoringHostSetting, port: port,
                    maximumConnections: connections, logger: libraryLogger
                ) { _ in report.otherSocketListens() })
        }
        if let port = configuration.metricsPort {
            services.append(
                HTTPService(
                    metrics: readMetrics, host: configuration.monitoringHost ?? configuration.host,
                    hostSetting: configuration.monitoringHostSetting, port: port,
                    tls: configuration.hasPlainMetrics ? nil : tls,
                    maximumConnections: connections, logger: libraryLogger
                ) { _ in report.otherSocketListens() })
        }
        return services
    }

    /// The limit of a shutdown's duration, after which the process ends.
    private var shutdownLimit: ShutdownLimit {
        ShutdownLimit(
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
    }
}
