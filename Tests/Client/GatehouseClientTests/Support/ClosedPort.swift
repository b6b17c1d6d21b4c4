// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A port that refuses connections, and that no other test can take meanwhile.
struct ClosedPort {
    let port: UInt16
    private let socket: Int32

    init() throws {
        (socket, port) = try Loopback.listener(backlog: nil)
    }

    func free() {
        close(socket)
    }
}
