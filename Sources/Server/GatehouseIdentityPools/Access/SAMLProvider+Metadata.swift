// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseFederation

extension SAMLProvider {
    /// Checks that the document is the metadata of a provider, so that a mistake is noticed before the first login.
    /// - Throws: `AccessRegistryRefusal.badMetadata`.
    func checkMetadata() throws(AccessRegistryRefusal) {
        do {
            _ = try SAMLMetadata(metadata)
        } catch {
            throw .badMetadata(name, error)
        }
    }
}
