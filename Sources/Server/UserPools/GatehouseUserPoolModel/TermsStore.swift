// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes

/// Reads terms documents inside a transaction.
///
/// A document belongs to one client, and its name is unique among those of the client.
package protocol TermsReading {
    /// Returns a document by its id; `nil` if the pool has none with this id.
    func terms(_ id: String, inPool poolID: String) throws -> TermsType?

    /// Returns a client's document by its name; `nil` if the client has none with this name.
    func terms(named name: String, ofClient clientID: String, inPool poolID: String) throws -> TermsType?

    /// Returns documents of a pool in the order of their ids, beginning after `after`.
    func terms(inPool poolID: String, after id: String?, limit: Int) throws -> [TermsType]

    /// Returns whether a pool has at least `count` documents; `count` is 1 or more.
    func hasTerms(_ count: Int, inPool poolID: String) throws -> Bool
}

/// Reads and writes terms documents inside a transaction.
package protocol TermsWriting: TermsReading {
    /// Adds a document.
    ///
    /// - Throws: `StoreConflict.taken` if the client has a document with this name.
    func insert(_ terms: TermsType) throws
    /// Updates a document, but not its client.
    ///
    /// - Throws: `StoreConflict.taken` if the client has another document with this name.
    func update(_ terms: TermsType) throws
    /// Removes a document.
    func deleteTerms(_ id: String, inPool poolID: String) throws
}
