// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOCore
import NIOPosix
import Synchronization

/// Looks up the addresses of hosts, with one lookup for each host at a time.
///
/// The system's lookup blocks a thread, for a minute if a name server does not answer. The threads are apart from those
/// of connections, and a host never has more than one of them.
final class HostLookups: Sendable {
    typealias Resolve = @Sendable (_ host: String, _ port: Int) throws -> [SocketAddress]

    private static let threads: NIOThreadPool = {
        let threads = NIOThreadPool(numberOfThreads: 16)
        threads.start()
        return threads
    }()

    private let resolve: Resolve
    private let running = Mutex<[String: EventLoopFuture<[SocketAddress]>]>([:])

    /// Creates the lookups; `resolve` blocks its thread until the addresses are known.
    init(_ resolve: @escaping Resolve) {
        self.resolve = resolve
    }

    /// The addresses of a host, the one that the system prefers first.
    func addresses(of target: FetchTarget, on loop: any EventLoop) -> EventLoopFuture<[SocketAddress]> {
        let name = "\(target.host) \(target.port)"
        let (lookup, isNew) = running.withLock { running in
            if let lookup = running[name] { return (lookup, false) }
            let lookup = Self.threads.runIfActive(eventLoop: loop) { [resolve] in
                try resolve(target.host, target.port)
            }
            running[name] = lookup
            return (lookup, true)
        }
        if isNew { lookup.whenComplete { _ in self.running.withLock { $0[name] = nil } } }
        return lookup
    }
}
