// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore

/// The limit of open files of the process, which includes its connections.
package struct DescriptorLimit: Equatable {
    /// The smallest number of descriptors for a command that does not listen.
    private static let commandMinimum = 64
    /// The smallest number of descriptors for clients, in all.
    private static let clientMinimum = 64

    /// The largest number of open descriptors.
    package let count: Int
    private let processors: Int

    /// Creates a limit; each processor has an event loop.
    package init(count: Int, processors: Int = ProcessorCount.usable) {
        self.count = count
        self.processors = processors
    }

    /// The descriptors that are open without a client: the database, event loops, sockets, the standard streams.
    private var fixed: Int { 48 + 4 * processors }

    /// The descriptors that the server keeps for other purposes than connections to the services.
    private var reserve: Int { max(256, fixed + 128) }

    /// Raises the soft limit of the process to its hard limit.
    /// - Returns: the limit that now applies; `nil` if the system does not report it.
    package static func raised() -> DescriptorLimit? {
        var limit = rlimit()
        let resource = RLIMIT_NOFILE.rawValue
        guard unsafe getrlimit(.init(resource), &limit) == 0 else { return nil }
        let soft = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        if unsafe setrlimit(.init(resource), &limit) != 0 { limit.rlim_cur = soft }
        return DescriptorLimit(count: Int(clamping: limit.rlim_cur))
    }

    /// The number of connections to the services that leave enough descriptors for the rest of the server.
    package var connections: Int { max(count - reserve, (count - fixed) / 2) }

    /// The number of connections to each other port: the port of the health pages and the port of the metrics.
    package var otherConnections: Int { max(8, min(200, (count - connections - fixed) / 2)) }

    /// The refusal of a limit with which the program could not work; `nil` if it is high enough.
    package func refusal(for mode: RunMode) -> StartupRefusal? {
        let minimum = mode == .maintenance ? Self.commandMinimum : fixed + Self.clientMinimum
        guard count < minimum else { return nil }
        return StartupRefusal(
            .unavailable,
            "The process may use \(count) file descriptors, but needs \(minimum) or more: raise the hard limit "
                + "(LimitNOFILE of systemd, ulimit -Hn).")
    }

    /// The reason why the limit is too low for a number of connections, with the corrective action; `nil` if it is high
    /// enough.
    package func warning(forConnections connections: Int) -> String? {
        guard count < connections + reserve else { return nil }
        return """
            The process may use \(count) file descriptors, but \(connections) connections are configured, which need \
            \(connections + reserve): raise the hard limit (LimitNOFILE of systemd, ulimit -Hn), or lower \
            GATEHOUSE_MAXIMUM_CONNECTIONS.
            """
    }
}
