// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A client of a few lines that sends prepared bytes to a port of this machine.
enum RawClient {
    /// Sends bytes, and reads until the server closes the connection; empty if there is no server.
    ///
    /// It runs on a thread of its own, since it waits.
    static func exchange(_ text: String, port: Int) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: answer(to: text, port: UInt16(port))) }
        }
    }

    private static func answer(to text: String, port: UInt16) -> String {
        let connection = Loopback.connection(to: port)
        defer { close(connection) }
        // The connection is made while the call waits here; a refused one is ready as well, and fails below.
        var ready = pollfd(fd: connection, events: Int16(POLLOUT), revents: 0)
        unsafe poll(&ready, 1, 10_000)
        _ = fcntl(connection, F_SETFL, 0)
        let bytes = Array(text.utf8)
        let sent = unsafe bytes.withUnsafeBytes { unsafe send(connection, $0.baseAddress, $0.count, noSignal) }
        guard sent == bytes.count else { return "" }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(connection, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return String(decoding: received, as: UTF8.self) }
            received += buffer.prefix(count)
        }
    }

    #if canImport(Darwin)
    private static let noSignal: Int32 = 0
    #else
    private static let noSignal = Int32(MSG_NOSIGNAL)
    #endif
}
