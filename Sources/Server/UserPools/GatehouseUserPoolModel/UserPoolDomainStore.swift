// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Reads domains of user pools inside a transaction.
package protocol UserPoolDomainReading {
    /// Returns a domain by its name, with one lookup by key; `nil` if no pool has it.
    func domain(_ name: String) throws -> UserPoolDomainRecord?

    /// Returns names of domains of all pools in their order, beginning after `after`.
    func domainNames(after name: String?, limit: Int) throws -> [String]
}

/// Reads and writes domains of user pools inside a transaction.
package protocol UserPoolDomainWriting: UserPoolDomainReading {
    /// Adds a domain.
    ///
    /// - Throws: `StoreConflict.taken` if a pool has a domain with this name, or the pool has one of this kind.
    func insert(_ domain: UserPoolDomainRecord) throws
    /// Replaces the stored settings of a domain.
    func update(_ domain: UserPoolDomainRecord) throws
    /// Removes a domain.
    func deleteDomain(_ name: String) throws
}
