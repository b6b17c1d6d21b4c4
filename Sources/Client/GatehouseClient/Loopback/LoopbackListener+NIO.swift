// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if AsyncHTTPClient && os(Linux)
package import Foundation
import NIOCore
import NIOPosix
import Synchronization

extension LoopbackListener {
    /// Listens, and waits for the browser.
    ///
    /// When the call ends, in whatever way, nothing listens any more and the port is free.
    ///
    /// - Parameter open: called when the browser may come, with the port; an error ends the wait.
    /// - Returns: the address at which the browser arrived, with its query.
    /// - Throws: `LoopbackError`, also when the task is cancelled, or the error of `open`.
    package func callback(
        whenReady open: @Sendable (_ port: Int) async throws -> Void
    ) async throws -> URL {
        let (arrivals, arrival) = AsyncStream<URL>.makeStream(bufferingPolicy: .bufferingOldest(1))
        let seat = CallbackSeat(arrival)
        let sockets = try await bind(seat)
        do {
            let port = sockets.first?.localAddress?.port ?? redirect.port
            try await open(port)
            for await url in arrivals {
                await Self.close(sockets)
                return url
            }
            throw seat.isGivenUp ? LoopbackError.foreignCallbacks : .cancelled
        } catch {
            await Self.close(sockets)
            throw error
        }
    }

    /// Binds a socket to each address.
    ///
    /// A machine without IPv6 has only the other address. A port that another program uses at one of two addresses is an
    /// error, since the browser could arrive there.
    private func bind(_ seat: CallbackSeat) async throws(LoopbackError) -> [any Channel] {
        var sockets: [any Channel] = []
        for address in redirect.addresses {
            let port = sockets.first?.localAddress?.port ?? redirect.port
            do {
                sockets.append(try await socket(at: SocketAddress(ipAddress: address, port: port), seat).get())
            } catch {
                let code = (error as? IOError)?.errnoCode
                if !sockets.isEmpty, code == EADDRNOTAVAIL || code == EAFNOSUPPORT { continue }
                await Self.close(sockets)
                throw code == EADDRINUSE ? .portInUse(port) : .refused(port: port, "\(error)")
            }
        }
        return sockets
    }

    private func socket(at address: SocketAddress, _ seat: CallbackSeat) -> EventLoopFuture<any Channel> {
        ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            // The port may have connections of a former wait that the system has not forgotten.
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.backlog, value: 16)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(CallbackHandler(self, seat))
                }
            }
            .bind(to: address)
    }

    private static func close(_ sockets: [any Channel]) async {
        for socket in sockets {
            // An error means that the socket is closed already.
            try? await socket.close().get()
        }
    }
}

/// The one place that the first callback takes, and the counts of connections and of other callbacks.
final class CallbackSeat: Sendable {
    private let arrival: AsyncStream<URL>.Continuation
    private let isTaken = Mutex(false)
    private let connections = Mutex(0)
    private let strangers = Mutex(0)
    private let hasGivenUp = Mutex(false)

    init(_ arrival: AsyncStream<URL>.Continuation) {
        self.arrival = arrival
    }

    /// Takes the place; false if another callback has it.
    func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }

    /// Ends the wait with the callback that took the place.
    func finish(_ url: URL) {
        arrival.yield(url)
        arrival.finish()
    }

    /// Whether the wait has ended because of too many callbacks that the owner did not accept.
    var isGivenUp: Bool { hasGivenUp.withLock(\.self) }

    /// Counts a callback that the owner does not accept; one too many ends the wait.
    func refuse(atMost limit: Int) {
        let count = strangers.withLock { count in
            count += 1
            return count
        }
        guard count > limit, take() else { return }
        hasGivenUp.withLock { $0 = true }
        arrival.finish()
    }

    /// Counts a connection; false if there are too many.
    func enter(atMost limit: Int) -> Bool {
        connections.withLock { count in
            count += 1
            return count <= limit
        }
    }

    func leave() {
        connections.withLock { $0 -= 1 }
    }
}
#endif
