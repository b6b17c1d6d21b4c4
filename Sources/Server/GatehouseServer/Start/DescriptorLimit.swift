// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The limit of open files of the process, which includes its connections.
package struct DescriptorLimit: Equatable {
    /// The descriptors that the server needs besides its connections: the database, event loops, outgoing calls.
    package static let reserve = 256

    /// The largest number of open descriptors.
    package let count: Int

    /// Creates a limit.
    package init(count: Int) {
        self.count = count
    }

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

    /// The number of connections that leave enough descriptors for the rest of the server.
    package var connections: Int { max(count - Self.reserve, count / 2) }

    /// The reason why the limit is too low for a number of connections, with the corrective action; `nil` if it is high
    /// enough.
    package func warning(forConnections connections: Int) -> String? {
        guard count < connections + Self.reserve else { return nil }
        return """
            The process may use \(count) file descriptors, but \(connections) connections are configured, which need \
            \(connections + Self.reserve): raise the hard limit (LimitNOFILE of systemd, ulimit -Hn), or lower \
            GATEHOUSE_MAXIMUM_CONNECTIONS.
            """
    }
}
