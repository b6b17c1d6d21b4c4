// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseServerCrypto

/// Derives the keys under which requests and failed attempts are counted.
package struct AttemptCounters: Sendable {
    let sealer: Sealer

    /// Creates the keys of an installation.
    package init(sealer: Sealer) {
        self.sealer = sealer
    }
}
