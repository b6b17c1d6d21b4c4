// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The system's TCP sockets on loopback.
package enum Loopback {
    /// A socket at which the system makes connections until the backlog is full, on a port that was free.
    ///
    /// Without a backlog it holds the port and refuses every connection.
    package static func listener(backlog: Int32?) throws -> (socket: Int32, port: UInt16) {
        let listener = socket(AF_INET, stream, 0)
        var address = address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(listener, pointer, length) == 0 && (backlog.map { listen(listener, $0) == 0 } ?? true)
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// A socket that has begun to connect, and does not wait for it.
    package static func connection(to port: UInt16) -> Int32 {
        let connection = socket(AF_INET, stream, 0)
        _ = fcntl(connection, F_SETFL, O_NONBLOCK)
        var address = address(port: port)
        _ = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe connect(connection, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return connection
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    private static let stream = SOCK_STREAM
    #endif
}

/// A port that refuses connections; no other test can take it.
package struct ClosedPort {
    /// The port on 127.0.0.1.
    package let port: UInt16
    private let socket: Int32

    /// Takes a port.
    package init() throws {
        (socket, port) = try Loopback.listener(backlog: nil)
    }

    /// Gives the port back.
    package func free() {
        close(socket)
    }
}

/// A server that accepts no connection and whose backlog is full: clients wait.
package struct FullServer {
    /// The server's port on 127.0.0.1.
    package let port: UInt16
    private let sockets: [Int32]

    /// Starts the server.
    package init() throws {
        let (listener, port) = try Loopback.listener(backlog: 0)
        self.port = port
        sockets = [listener] + (0..<4).map { _ in Loopback.connection(to: port) }
    }

    /// Ends the server.
    package func stop() {
        for socket in sockets { close(socket) }
    }
}
