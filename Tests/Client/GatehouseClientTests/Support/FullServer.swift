// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A server that accepts no connection and whose backlog is full: clients wait.
struct FullServer {
    let port: UInt16
    private let sockets: [Int32]

    init() throws {
        let (listener, port) = try Loopback.listener(backlog: 0)
        self.port = port
        sockets = [listener] + (0..<4).map { _ in Loopback.connection(to: port) }
    }

    func stop() {
        for socket in sockets { close(socket) }
    }
}
