// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
package import GatehouseCrypto
import NIOCore
import NIOPosix
import NIOSSL
import NIOWebSocket

/// WebSockets through SwiftNIO: the default on Linux, unless the app disables the trait AsyncHTTPClient.
///
/// As for HTTP there, the system's certificates are trusted, and proxies are not asked.
package struct NIOSocketTransport: SocketTransport {
    private let clock: ClientClock
    private let entropy: Entropy

    /// Creates a transport on the process's event loops.
    ///
    /// - Parameters:
    ///   - clock: measures the time of handshakes.
    ///   - entropy: where keys and masks come from.
    package init(clock: ClientClock = .system, entropy: Entropy = .system) {
        self.clock = clock
        self.entropy = entropy
    }

    package func open(_ request: SocketRequest) async throws(SocketError) -> any SocketConnection {
        let address = try SocketAddressParts(request.url)
        let handshake = try SocketHandshake(request, entropy: entropy)
        let plan = SocketPlan(request: request, address: address, handshake: handshake, clock: clock, entropy: entropy)
        return try await within(request.timeout, clock) { await Self.open(plan) }
    }

    private static func open(_ plan: SocketPlan) async -> Result<any SocketConnection, SocketError> {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let opened = loop.makePromise(of: NIOSocketConnection.self)
        return await withTaskCancellationHandler {
            connect(plan, on: loop, opened)
            do {
                return .success(try await opened.futureResult.get())
            } catch {
                return .failure(SocketError(opening: error))
            }
        } onCancel: {
            // A later connection finds the promise broken, and closes.
            opened.fail(SocketError(.cancelled))
        }
    }

    private static func connect(
        _ plan: SocketPlan, on loop: any EventLoop, _ opened: EventLoopPromise<NIOSocketConnection>
    ) {
        ClientBootstrap(group: loop)
            // The time limit of the request, measured by the client's clock, covers the connection as well.
            .connectTimeout(.hours(1))
            .channelInitializer { channel in
                opened.futureResult.whenFailure { _ in channel.close(promise: nil) }
                return channel.eventLoop.makeSucceededVoidFuture()
            }
            .connect(host: plan.address.host, port: plan.address.port)
            .flatMapThrowing { channel in
                let pipeline = channel.pipeline.syncOperations
                if plan.address.isSecure { try pipeline.addHandler(tls(to: plan.address.host)) }
                try pipeline.addHandler(NIOSocketHandshakeHandler(plan, opened))
            }
            .whenFailure { opened.fail($0) }
    }

    /// What `AsyncHTTPClientTransport` trusts: the system's certificates.
    private static let context = Result {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.applicationProtocols = ["http/1.1"]
        return try NIOSSLContext(configuration: configuration)
    }

    private static func tls(to host: String) throws -> NIOSSLClientHandler {
        // The certificate of an address names the address, which is not sent as the server's name.
        let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
        return try NIOSSLClientHandler(context: context.get(), serverHostname: isAddress ? nil : host)
    }
}

/// All that a connection on SwiftNIO is made from.
struct SocketPlan: Sendable {
    let request: SocketRequest
    let address: SocketAddressParts
    let handshake: SocketHandshake
    let clock: ClientClock
    let entropy: Entropy
}

extension SocketError {
    /// The error of an opening, as SwiftNIO reports it.
    init(opening error: any Error) {
        switch error {
        case let error as SocketError: self = error
        case ChannelError.connectTimeout: self.init(.unreachable, cause: error)
        default: self.init(like: AsyncHTTPClientTransport.kind(of: error), cause: error)
        }
    }
}
#endif
