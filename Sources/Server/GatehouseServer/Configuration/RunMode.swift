// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The ways to run, which differ in what is configured, never in what the domains do.
package enum RunMode: String, Sendable {
    /// On a developer's machine: loopback only, everything open.
    case dev
    /// For real: nothing is open that was not asked for.
    case serve
    /// For a command on the data folder, beside a server that may be running: nothing listens, nothing is sent.
    case maintenance
}
