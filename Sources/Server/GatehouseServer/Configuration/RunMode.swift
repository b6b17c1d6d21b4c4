// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The two ways to run, which differ in what is configured, never in what the domains do.
package enum RunMode: String, Sendable {
    /// On a developer's machine: loopback only, everything open.
    case dev
    /// For real: nothing is open that was not asked for.
    case serve
}
