// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux)
import Dispatch
package import Foundation

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Asks the system for routes; it sends no packet but those that look up a name.
package enum Routes {
    /// Addresses behind every default route, which no machine has (RFC 5737, section 3, and RFC 3849).
    private static let elsewhere = ["192.0.2.1", "2001:db8::1"]

    /// Whether there is a route to a server.
    ///
    /// A name counts as reached by a default route. Without one it is looked up, since it can be the name of a machine in
    /// a network that leads nowhere else.
    @Sendable package static func hasRoute(to url: URL) async -> Bool {
        guard let host = url.host(percentEncoded: false) else { return false }
        let literal = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        return await withCheckedContinuation { continuation in
            // The look-up of a name waits for the network, and must not take a thread of the pool of tasks.
            DispatchQueue.global(qos: .utility).async { continuation.resume(returning: hasRoute(to: literal)) }
        }
    }

    private static func hasRoute(to host: String) -> Bool {
        if let answer = reaches(host, isNumeric: true) { return answer }
        if elsewhere.contains(where: { reaches($0, isNumeric: true) == true }) { return true }
        return reaches(host, isNumeric: false) ?? false
    }

    /// Whether one of the addresses of a host has a route; nil if there are no addresses.
    private static func reaches(_ host: String, isNumeric: Bool) -> Bool? {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = isNumeric ? AI_NUMERICHOST : 0
        unsafe hints.ai_socktype = SocketKind.datagram
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, "443", &hints, &list) == 0 else { return nil }
        defer { unsafe freeaddrinfo(list) }
        var entry = unsafe list
        while let address = unsafe entry {
            if unsafe hasRoute(to: address.pointee) { return true }
            unsafe entry = address.pointee.ai_next
        }
        return false
    }

    /// Connecting a datagram socket looks up the route, and sends nothing.
    private static func hasRoute(to address: addrinfo) -> Bool {
        let probe = unsafe socket(address.ai_family, SocketKind.datagram | SocketKind.closesOnExec, 0)
        // A machine without the family of addresses has no route; one without sockets left cannot say.
        guard probe >= 0 else { return errno != EAFNOSUPPORT }
        defer { close(probe) }
        guard unsafe connect(probe, address.ai_addr, address.ai_addrlen) != 0 else { return true }
        return ![ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL].contains(errno)
    }
}

/// Kinds of sockets, which glibc has as cases of an enum, and musl as numbers.
enum SocketKind {
    #if canImport(Musl)
    static let datagram = SOCK_DGRAM
    static let raw = SOCK_RAW
    static let closesOnExec = SOCK_CLOEXEC
    static let doesNotWait = SOCK_NONBLOCK
    #else
    static let datagram = Int32(SOCK_DGRAM.rawValue)
    static let raw = Int32(SOCK_RAW.rawValue)
    static let closesOnExec = Int32(SOCK_CLOEXEC.rawValue)
    static let doesNotWait = Int32(SOCK_NONBLOCK.rawValue)
    #endif
}
#endif
