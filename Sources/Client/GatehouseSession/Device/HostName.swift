// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The name of this machine.
enum HostName {
    private static let longest = 256

    /// The name as the kernel has it; Foundation's would ask the network on some systems, and wait for it.
    static var current: String {
        // The last byte stays zero, whatever the system does with a name that is too long.
        var buffer = [CChar](repeating: 0, count: longest + 1)
        let status = unsafe gethostname(&buffer, longest)
        let name = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return status == 0 && !name.isEmpty ? name : "unknown"
    }
}
