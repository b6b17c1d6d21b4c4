// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import NIOCore
import NIOPosix
import Synchronization

/// Looks up the addresses of hosts, with one lookup for each host at a time.
///
/// The system's lookup blocks a thread, for a minute if a name server does not answer. The threads do not serve
/// connections, and a host never has more than one of them.
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

/// Looks up all addresses of a host with the system's resolver (RFC 3493, section 6.1).
///
/// NIO's own lookup returns the first address only.
enum SystemLookup {
    /// The addresses in the order in which the system prefers them (RFC 6724), at most as many.
    ///
    /// It blocks its thread until the name servers have answered.
    /// - Throws: `OutboundFailure.unresolved` for a name without an address.
    static func addresses(of host: String, port: Int, atMost limit: Int) throws -> [SocketAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_protocol = Int32(IPPROTO_TCP)
        unsafe hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0 else {
            throw OutboundFailure.unresolved
        }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = unsafe list
        while let entry = unsafe next, addresses.count < limit {
            if let address = unsafe address(entry.pointee, host: host) { addresses.append(address) }
            unsafe next = entry.pointee.ai_next
        }
        return addresses
    }

    private static func address(_ entry: addrinfo, host: String) -> SocketAddress? {
        guard let bytes = unsafe UnsafeRawPointer(entry.ai_addr) else { return nil }
        switch unsafe entry.ai_family {
        case AF_INET: return SocketAddress(unsafe bytes.loadUnaligned(as: sockaddr_in.self), host: host)
        case AF_INET6: return SocketAddress(unsafe bytes.loadUnaligned(as: sockaddr_in6.self), host: host)
        default: return nil
        }
    }
}
