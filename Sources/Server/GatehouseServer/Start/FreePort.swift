// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A port on which no program listens.
package enum FreePort {
    /// Returns a port of the loopback interface that the operating system chooses.
    ///
    /// The port is free again when the function returns, so that another program can take it before the server does.
    /// - Throws: `StartupRefusal` if no port can be had.
    package static func choose() throws(StartupRefusal) -> Int {
        let refusal = StartupRefusal(.unavailable, "No free port can be found: name one with --port.")
        let descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { throw refusal }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isNamed = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe bind(descriptor, generic, length) == 0
                    && getsockname(descriptor, generic, &length) == 0
            }
        }
        guard isNamed else { throw refusal }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #endif
}
