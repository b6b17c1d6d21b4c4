// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes

/// What can be read of terms documents inside a transaction.
///
/// A document names the client that shows it, and a client has one of each name.
package protocol TermsReading {
    func terms(_ id: String, inPool poolID: String) throws -> TermsType?

    func terms(named name: String, ofClient clientID: String, inPool poolID: String) throws -> TermsType?

    /// Documents of a pool in the order of their ids, beginning behind `after`.
    func terms(inPool poolID: String, after id: String?, limit: Int) throws -> [TermsType]

    /// Whether a pool has this many documents or more; `count` is 1 or more.
    func hasTerms(_ count: Int, inPool poolID: String) throws -> Bool
}

/// What can be changed of terms documents inside a transaction.
package protocol TermsWriting: TermsReading {
    /// - Throws: `UserPoolStoreError.taken` when the client has a document of that name.
    func insert(_ terms: TermsType) throws
    /// Writes the document's row; its client stays.
    /// - Throws: `UserPoolStoreError.taken` when the client has another document of that name.
    func update(_ terms: TermsType) throws
    func deleteTerms(_ id: String, inPool poolID: String) throws
}
