// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux)
import Dispatch
import Foundation

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Changes of links, addresses and routes, as the kernel announces them (rtnetlink(7)).
package enum RouteChanges {
    /// The address of a netlink socket, `sockaddr_nl` of netlink(7), which Swift's C library does not have.
    private struct Address {
        var family = UInt16(AF_NETLINK)
        var padding: UInt16 = 0
        var port: UInt32 = 0
        /// `RTMGRP_LINK`, `RTMGRP_IPV4_IFADDR`, `RTMGRP_IPV4_ROUTE`, `RTMGRP_IPV6_IFADDR`, `RTMGRP_IPV6_ROUTE`.
        var groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400
    }

    /// `NETLINK_ROUTE`.
    private static let routes: Int32 = 0

    /// Watches until the reader ends; a system without such sockets announces nothing.
    ///
    /// - Parameter didClose: called when the socket has been closed.
    /// - Returns: an element for one change or for several at once.
    @Sendable package static func stream(didClose: @escaping @Sendable () -> Void = {}) -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            guard let listener = listener() else { return }
            let source = DispatchSource.makeReadSource(fileDescriptor: listener, queue: .global(qos: .utility))
            source.setEventHandler {
                drain(listener)
                continuation.yield()
            }
            source.setCancelHandler {
                close(listener)
                didClose()
            }
            let ending = Ending(source: source)
            continuation.onTermination = { _ in ending.source.cancel() }
            source.resume()
        }
    }

    /// Unchecked because sources are classes without the mark; they may be cancelled from any thread.
    private struct Ending: @unchecked Sendable {
        let source: any DispatchSourceRead
    }

    private static func listener() -> Int32? {
        let kind = SocketKind.raw | SocketKind.closesOnExec | SocketKind.doesNotWait
        let listener = socket(AF_NETLINK, kind, routes)
        guard listener >= 0 else { return nil }
        var address = Address()
        let isBound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(listener, pointer, socklen_t(MemoryLayout<Address>.size)) == 0
            }
        }
        guard isBound else {
            close(listener)
            return nil
        }
        return listener
    }

    /// Reads the announcements that wait.
    ///
    /// The monitor looks at the routes anew, whatever they say, so that lost ones (`ENOBUFS`) do no harm.
    private static func drain(_ listener: Int32) {
        var buffer = [UInt8](repeating: 0, count: 8_192)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(listener, $0.baseAddress, $0.count, 0) }
            if count < 0, errno != ENOBUFS, errno != EINTR { return }
        }
    }
}
#endif
