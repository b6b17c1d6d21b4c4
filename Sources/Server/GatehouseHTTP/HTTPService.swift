// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseGateway
import HummingbirdCore
package import Logging
package import Metrics
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Serves a `Gateway` on a socket with the server of Hummingbird.
package struct HTTPService: Service {
    private let server: any Service
    /// The open connections and the running requests, which are completed before the end.
    private let work: OpenWork
    /// The event loop on which the task runs that receives accepted connections.
    ///
    /// The listening socket accepts no more while ten connections wait for that task. On a thread of its own, it would
    /// get a turn after the threads that compute, so that a flood of new connections waits in the system's queue, where
    /// nothing refuses them.
    private let accepting: EventLoopExecutor
    private let host: String
    private let port: Int
    /// The setting for the port, for error messages.
    private let setting: String
    /// The setting for the host, for error messages.
    private let hostSetting: String
    private let logger: Logger

    /// Creates the server; it does not listen before `run`.
    ///
    /// `port` 0 selects a free port; without `tls` the server uses plain HTTP; `onListening` is called with the port
    /// once connections are accepted.
    package init(
        gateway: Gateway, host: String, port: Int, limits: SocketLimits = SocketLimits(), tls: TLSKeeper? = nil,
        logger: Logger, metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) {
        self.init(
            host: host, port: port, setting: "--port", limits: limits, tls: tls, proxies: gateway.settings.proxies,
            door: gateway, logger: logger, metrics: metrics, onListening: onListening)
    }

    /// Creates a server for `/metrics` only, with at most `maximumConnections`.
    package init(
        metrics text: @escaping @Sendable () -> String, host: String, hostSetting: String = "--host", port: Int,
        tls: TLSKeeper? = nil,
        maximumConnections: Int = 200, logger: Logger,
        onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) {
        self.init(
            host: host, hostSetting: hostSetting, port: port, setting: "GATEHOUSE_METRICS_PORT",
            limits: SocketLimits(maximumConnections: maximumConnections), tls: tls, proxies: .none,
            door: MonitoringDoor(admitsBodies: true) { MetricsPage.answer($0, text: text) }, logger: logger,
            metrics: NOOPMetricsHandler.instance, onListening: onListening)
    }

    /// Creates a server for the health pages only, in plain HTTP, on a thread of its own.
    ///
    /// `requireReady` throws an error if the server is not ready, and `warning` says what lags; both must not wait.
    package init(
        requireReady: @escaping @Sendable () throws -> Void, warning: @escaping @Sendable () -> String? = { nil },
        host: String, hostSetting: String = "--host", port: Int,
        maximumConnections: Int = 200, logger: Logger,
        onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) {
        self.init(
            host: host, hostSetting: hostSetting, port: port, setting: "GATEHOUSE_HEALTH_PORT",
            limits: SocketLimits(
                requestTimeout: .seconds(10), idleTimeout: .seconds(30), maximumHeaderSize: 8_192,
                maximumConnections: maximumConnections, maximumConnectionsPerAddress: 20),
            tls: nil, proxies: .none,
            door: MonitoringDoor(admitsBodies: false) {
                await HealthPage.answer($0, warning: warning, check: requireReady)
            },
            logger: logger, metrics: NOOPMetricsHandler.instance, loops: Self.healthLoop, onListening: onListening)
    }

    /// The event loop of the health pages, which waits for no other request.
    private static let healthLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    private init(
        host: String, hostSetting: String = "--host", port: Int, setting: String, limits: SocketLimits, tls: TLSKeeper?,
        proxies: TrustedProxies, door: any Door, logger: Logger, metrics: any MetricsFactory,
        loops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        onListening: @escaping @Sendable (_ port: Int) -> Void
    ) {
        self.host = host
        self.port = port
        self.setting = setting
        self.hostSetting = hostSetting
        self.logger = logger
        let lapsed = Counter(label: MetricName.connectionsTimedOut.rawValue, factory: metrics)
        let service = ConnectionService(limits, door: door, logger: logger, didLapse: { lapsed.increment() })
        work = service.work
        // Apart from the executors of requests: admission measures the times of their jobs.
        accepting = EventLoopExecutors().executor(on: loops.next())
        server = GatewayChannel(
            registry: ConnectionRegistry(limits, proxies: proxies, metrics: metrics), tls: tls, service: service
        ).server(
            configuration: ServerConfiguration(address: .hostname(host, port: port), backlog: 1_024),
            onServerRunning: { channel in
                await Self.prepare(channel, capacity: limits.maximumDescriptors, logger: logger)
                onListening(channel.localAddress?.port ?? port)
            },
            eventLoopGroup: loops, logger: logger)
    }

    /// Serves requests until a graceful shutdown; accepted requests are completed.
    /// - Throws: ``ListeningError`` if the server cannot listen on the address.
    package func run() async throws {
        do {
            // Without a name the library prints the server, with all that it holds.
            let named = ServiceGroupConfiguration.ServiceConfiguration(service: server, serviceName: "HTTP server")
            let group = ServiceGroupConfiguration(services: [named], logger: logger)
            let services = ServiceGroup(configuration: group)
            try await withTaskExecutorPreference(accepting) { @concurrent in try await services.run() }
            await work.hasEnded()
        } catch let error as IOError {
            throw ListeningError(error, host: host, hostSetting: hostSetting, port: port, setting: setting)
        } catch let error as SocketAddressError.UnknownHost {
            throw ListeningError(error, hostSetting: hostSetting)
        }
    }

    /// The connections that are accepted in one turn of the event loop.
    ///
    /// With NIO's four, a loop that has long turns accepts fewer connections than arrive. More would delay what the
    /// loop has to do for the others: to set up this many takes about a millisecond.
    private static let acceptedAtOnce = 16

    /// Prepares a listening socket: it accepts several connections at once, and pauses at a shortage of descriptors,
    /// before the handlers of NIO.
    private static func prepare(_ channel: any Channel, capacity: Int, logger: Logger) async {
        // The socket pauses after such a group only, which must not exceed the last descriptors where there are few.
        let group = UInt(min(acceptedAtOnce, max(1, capacity / 16)))
        let added = channel.eventLoop.submit {
            try channel.syncOptions?.setOption(.maxMessagesPerRead, value: group)
            try channel.pipeline.syncOperations.addHandler(
                AcceptPauseHandler(capacity: capacity, logger: logger), position: .first)
        }
        // The socket can only have been closed by a shutdown.
        try? await added.get()
    }
}
