// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
import GatehouseFederation

extension SAMLProvider {
    /// Checks that the document is the metadata of a provider, so that a mistake is noticed before the first login.
    /// - Returns: the time after which the metadata is not valid; `nil` if it has no limit.
    /// - Throws: `AccessRegistryRefusal.badMetadata`.
    @discardableResult
    func checkMetadata() throws(AccessRegistryRefusal) -> Date? {
        do {
            return try SAMLMetadata(metadata).validUntil
        } catch {
            throw .badMetadata(name, error)
        }
    }

    /// Checks the metadata as ``checkMetadata()`` does, and that it is valid at a moment.
    /// - Throws: `AccessRegistryRefusal.badMetadata`, `AccessRegistryRefusal.expiredMetadata`.
    func checkMetadata(at now: Date) throws(AccessRegistryRefusal) {
        guard let end = try checkMetadata(), end <= now else { return }
        throw .expiredMetadata(name, end)
    }
}
