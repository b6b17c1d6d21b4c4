// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// Sends requests to other servers over connections to checked addresses.
///
/// A connection is made to the very address that was checked, never by name, so that a name server cannot give another
/// address in between. If an address does not answer, the next one of the host is tried, within the same time limit; each
/// is checked. Each request has a connection of its own, and redirects are responses.
package struct PolicedFetch: OutboundFetch {
    /// The reason why a fetch cannot be created.
    package enum SetupError: Error, Equatable {
        /// The file of certificate authorities cannot be read or contains no certificate.
        case unreadableAuthorities(String)
    }

    /// The most addresses of a host that are tried.
    static let maximumAddresses = 4

    private let policy: AddressPolicy
    private let trust: FetchTrust
    private let lookups: HostLookups
    private let places: FetchPlaces
    private let clock: FetchClock

    /// Trusts the certificate authorities in a file, which is read, or those of the system; it sends nothing.
    /// - Throws: `SetupError`.
    package init(policy: AddressPolicy, authoritiesFile: String? = nil) throws(SetupError) {
        try self.init(policy: policy, authoritiesFile: authoritiesFile, places: FetchPlaces()) { host, port in
            try SystemLookup.addresses(of: host, port: port, atMost: Self.maximumAddresses)
        }
    }

    /// Creates a fetch with other lookups, which block their thread, and another clock.
    init(
        policy: AddressPolicy, authoritiesFile: String? = nil, places: FetchPlaces, clock: FetchClock = .system,
        resolve: @escaping HostLookups.Resolve
    ) throws(SetupError) {
        self.policy = policy
        self.places = places
        self.clock = clock
        lookups = HostLookups(resolve)
        do {
            trust = try FetchTrust(authoritiesFile: authoritiesFile)
        } catch {
            throw .unreadableAuthorities(authoritiesFile ?? "of the system")
        }
    }

    package func fetch(_ request: OutboundRequest) async throws(OutboundFailure) -> OutboundResponse {
        let target = try FetchTarget(request.url)
        guard places.take(target.host) else { throw .busy }
        defer { places.giveBack(target.host) }
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let deadline = clock.now() + TimeAmount(request.timeLimit)
        do {
            let tls = target.isEncrypted ? try await trust.tls() : nil
            let addresses = try await addresses(of: target, on: loop, before: deadline)
            let channel = try await connection(to: allowed(addresses, target), on: loop, before: deadline)
            return try await exchange(request, with: target, tls, over: channel, before: deadline)
        } catch {
            throw Self.failure(error)
        }
    }

    /// The addresses that the policy allows.
    /// - Throws: the policy's reason for the first one, if it allows none.
    private func allowed(_ addresses: [SocketAddress], _ target: FetchTarget) throws(OutboundFailure) -> [SocketAddress]
    {
        var allowed: [SocketAddress] = []
        var refusal = OutboundFailure.unresolved
        for address in addresses.prefix(Self.maximumAddresses).reversed() {
            do throws(OutboundFailure) {
                try check(address, target)
                allowed.insert(address, at: 0)
            } catch {
                refusal = error
            }
        }
        guard !allowed.isEmpty else { throw refusal }
        return allowed
    }

    /// Connects to the first of the addresses that answers.
    ///
    /// Each has an equal part of the time that remains, so that a silent one leaves time for the others.
    private func connection(
        to addresses: [SocketAddress], on loop: any EventLoop, before deadline: NIODeadline
    ) async throws -> any Channel {
        var failure: any Error = OutboundFailure.unresolved
        for (index, address) in addresses.enumerated() {
            let now = clock.now()
            let part = (deadline - now).nanoseconds / Int64(addresses.count - index)
            do {
                return try await connection(to: address, on: loop, before: now + .nanoseconds(part))
            } catch {
                failure = error
            }
        }
        throw failure
    }

    /// Waits for a connection until the deadline, which then ends the attempt.
    private func connection(
        to address: SocketAddress, on loop: any EventLoop, before deadline: NIODeadline
    ) async throws -> any Channel {
        let promise = loop.makePromise(of: (any Channel).self)
        let cancel = clock.schedule(deadline, loop) { promise.fail(OutboundFailure.timedOut) }
        ClientBootstrap(group: loop)
            // Only the clock limits the time; the default of ten seconds would do so as well.
            .connectTimeout(.hours(1))
            .channelInitializer { channel in
                promise.futureResult.whenFailure { _ in channel.close(promise: nil) }
                return channel.eventLoop.makeSucceededVoidFuture()
            }
            .connect(to: address)
            .whenComplete { result in
                cancel()
                promise.completeWith(result)
            }
        return try await promise.futureResult.get()
    }

    private func check(_ address: SocketAddress?, _ target: FetchTarget) throws(OutboundFailure) {
        guard let text = address?.ipAddress, let address = NetworkAddress(text) else { throw .refusedAddress }
        try policy.check(address, isEncrypted: target.isEncrypted)
    }

    /// Waits for the lookup until the deadline; the lookup itself cannot be stopped.
    private func addresses(
        of target: FetchTarget, on loop: any EventLoop, before deadline: NIODeadline
    ) async throws -> [SocketAddress] {
        let promise = loop.makePromise(of: [SocketAddress].self)
        let cancel = clock.schedule(deadline, loop) { promise.fail(OutboundFailure.timedOut) }
        lookups.addresses(of: target, on: loop).whenComplete { result in
            cancel()
            promise.completeWith(result)
        }
        return try await promise.futureResult.get()
    }

    private func exchange(
        _ request: OutboundRequest, with target: FetchTarget, _ tls: NIOSSLContext?, over channel: any Channel,
        before deadline: NIODeadline
    ) async throws -> OutboundResponse {
        let loop = channel.eventLoop
        return try await loop.flatSubmit { () -> EventLoopFuture<OutboundResponse> in
            let promise = loop.makePromise(of: OutboundResponse.self)
            let cancel = clock.schedule(deadline, loop) { promise.fail(OutboundFailure.timedOut) }
            promise.futureResult.whenComplete { _ in
                cancel()
                channel.close(promise: nil)
            }
            do {
                try check(channel.remoteAddress, target)
                let pipeline = channel.pipeline.syncOperations
                if let tls {
                    // An IP address is not allowed as a server name (RFC 6066, section 3); the certificate is checked
                    // against it nevertheless.
                    let name = NetworkAddress(target.host) == nil ? target.host : nil
                    try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: name))
                }
                try pipeline.addHTTPClientHandlers(leftOverBytesStrategy: .dropBytes)
                try pipeline.addHandler(FetchExchange(request, to: target, response: promise))
            } catch {
                promise.fail(error)
            }
            return promise.futureResult
        }.get()
    }

    private static func failure(_ error: any Error) -> OutboundFailure {
        switch error {
        case let failure as OutboundFailure: failure
        case is SocketAddressError.UnknownHost, is SocketAddressError: .unresolved
        case ChannelError.connectTimeout: .timedOut
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
            .unreachable("TLS failed: the certificate may not be trusted, or be for another name")
        case is HTTPParserError: .unreachable("the response is not HTTP")
        // The system's reason, such as a refused connection.
        case let error as IOError: .unreachable("\(error)")
        default: .unreachable("\(type(of: error))")
        }
    }
}

/// Counts the requests under way, so that those to a slow host leave places for others.
final class FetchPlaces: Sendable {
    private struct Counts {
        var total = 0
        var byHost: [String: Int] = [:]
    }

    private let limit: Int
    private let limitPerHost: Int
    private let counts = Mutex(Counts())

    init(limit: Int = 256, perHost: Int = 32) {
        self.limit = limit
        limitPerHost = perHost
    }

    /// Takes a place; returns `false` if all are taken, in total or by this host.
    func take(_ host: String) -> Bool {
        counts.withLock { counts in
            guard counts.total < limit, counts.byHost[host, default: 0] < limitPerHost else { return false }
            counts.total += 1
            counts.byHost[host, default: 0] += 1
            return true
        }
    }

    /// Gives a place back that ``take(_:)`` gave.
    func giveBack(_ host: String) {
        counts.withLock { counts in
            counts.total -= 1
            let count = counts.byHost[host, default: 1] - 1
            counts.byHost[host] = count > 0 ? count : nil
        }
    }
}

/// The source of the time for deadlines of requests to other servers.
struct FetchClock: Sendable {
    typealias Cancel = @Sendable () -> Void

    /// The system's clock; tasks run on the event loop.
    static let system = FetchClock(
        now: { .now() },
        schedule: { deadline, loop, task in
            let scheduled = loop.scheduleTask(deadline: deadline, task)
            return { scheduled.cancel() }
        })

    /// The present moment.
    let now: @Sendable () -> NIODeadline
    /// Runs a task once at a moment, unless it is cancelled before.
    let schedule:
        @Sendable (
            _ deadline: NIODeadline, _ loop: any EventLoop, _ task: @escaping @Sendable () -> Void
        ) -> Cancel
}
