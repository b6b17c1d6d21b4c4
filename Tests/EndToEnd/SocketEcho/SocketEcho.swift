// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseGateway
import GatehouseHTTP
import GatehouseSites
import Logging
import ServiceLifecycle
import UnixSignals

/// Returns the messages of WebSockets, through the gateway and the HTTP server of Gatehouse, until SIGTERM.
///
/// The server has no WebSockets of its own, so the tests with clients of others run this, and so does the measurement of
/// idle sockets. A message `close CODE` closes the connection with that status.
///
///     SocketEcho PORT [CONNECTIONS [IDLE-SECONDS]]
///
/// With `GATEHOUSE_TLS_CERTIFICATE_FILE` and `GATEHOUSE_TLS_KEY_FILE`, it speaks TLS.
@main
struct SocketEcho {
    private static let echo: @Sendable (Trip, any SocketConnection) async -> SocketClose = { _, connection in
        while let message = await connection.next() {
            if case .text(let text) = message, text.hasPrefix("close "), let code = UInt16(text.dropFirst(6)) {
                return SocketClose(code, "as asked")
            }
            guard (try? await connection.send(message)) != nil else { break }
        }
        return .normal
    }

    private static let site = Site(routes: [
        Route("/", label: "echo", for: .everyone, socket: SocketHandler(serve: echo)),
        Route(
            "/protocol", label: "protocol", for: .everyone,
            socket: SocketHandler(subprotocols: ["second", "first"], serve: echo)),
        Route("/own", label: "own", for: .programs, socket: SocketHandler(serve: echo)),
    ])

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        guard let port = arguments.first else {
            print("usage: SocketEcho PORT [CONNECTIONS [IDLE-SECONDS]]")
            exit(64)
        }
        let logger = Logger(label: "socket-echo")
        var limits = SocketLimits(idleTimeout: .seconds(arguments.dropFirst(2).first ?? 75))
        if let connections = arguments.dropFirst().first {
            limits.maximumConnections = connections
            limits.maximumConnectionsPerAddress = connections
        }
        let gateway = Gateway(
            sites: [site, .health {}], deployment: Deployment(), settings: GatewaySettings(streams: limits.streams),
            clock: .system, entropy: .system, logger: Logger(label: "requests") { _ in SwiftLogNoOpLogHandler() },
            metrics: PrometheusMetrics())
        let server = HTTPService(
            gateway: gateway, host: "127.0.0.1", port: port, limits: limits, tls: try identity().map(TLSKeeper.init),
            logger: logger)
        let group = ServiceGroup(services: [server], gracefulShutdownSignals: [.sigterm], logger: logger)
        try await group.run()
    }

    private static func identity() throws -> TLSIdentity? {
        let environment = ProcessInfo.processInfo.environment
        guard let certificates = environment["GATEHOUSE_TLS_CERTIFICATE_FILE"],
            let key = environment["GATEHOUSE_TLS_KEY_FILE"]
        else { return nil }
        return try TLSIdentity(
            certificates: Data(contentsOf: URL(filePath: certificates)), key: Data(contentsOf: URL(filePath: key)),
            now: Date())
    }
}
