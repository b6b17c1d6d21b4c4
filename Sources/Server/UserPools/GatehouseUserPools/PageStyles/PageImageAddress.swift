// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

extension Deployment {
    /// The address at which this server has an image of a pool's pages.
    package func address(ofImage id: String, inPool poolID: String) -> String {
        "\(baseURL)/\(poolID)/images/\(id)"
    }
}
