// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The modes of the server, which differ in the configuration, not in the behaviour of the domains.
package enum RunMode: String, Sendable {
    /// On a developer's machine: reachable on the loopback interface only, without access control.
    case dev
    /// In production: every access needs an explicit setting.
    case serve
    /// For a command on the data folder, possibly beside a running server: without sockets and deliveries.
    case maintenance
}
