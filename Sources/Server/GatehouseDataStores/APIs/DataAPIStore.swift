// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore

/// The store of all APIs and their keys; the records are in a `RecordStore`.
package protocol DataAPIStore: TransactionalStore
where Reading == any DataAPIReading, Writing == any DataAPIWriting {}

/// What a transaction can read of APIs.
package protocol DataAPIReading {
    /// The API with an id.
    func api(_ id: String) throws -> StoredAPI?

    /// All APIs by ascending id.
    func apis() throws -> [StoredAPI]

    /// The revisions of all APIs by their ids.
    func revisions() throws -> [String: Int]

    /// The key with a secret in an API, expired or not.
    ///
    /// It is found by a keyed hash of the secret, so the time of the search says nothing about stored keys.
    func key(_ secret: String, in apiID: String) throws -> StoredAPIKey?

    /// All keys of an API, expired ones included, the oldest first.
    func keys(of apiID: String) throws -> [StoredAPIKey]

    /// The last creation of an API's schema that a node has noted; `nil` without one.
    func creation(of apiID: String) throws -> StoredCreation?
}

/// What a transaction can change of APIs.
package protocol DataAPIWriting: DataAPIReading {
    /// Stores an API if the stored revision is the expected one; `nil` expects no API.
    ///
    /// The default API takes the mark from the one that had it.
    /// - Returns: the API with its new revision.
    /// - Throws: `DataAPIConflict` with the stored API otherwise.
    @discardableResult
    func put(_ api: StoredAPI, expecting revision: Int?) throws -> StoredAPI

    /// Lists stored values that are removed after this transaction.
    func list(_ cleanup: RecordCleanup) throws

    /// Removes an API with its keys, and lists its records, which are removed after this transaction, at a time.
    func removeAPI(_ id: String, at time: Date) throws

    /// Notes a creation of an API's schema in place of the last one.
    func put(_ creation: StoredCreation, of apiID: String) throws

    /// Stores a key of an API, in place of the one with the same secret.
    func put(_ key: StoredAPIKey, of apiID: String) throws

    /// Removes the key with a secret from an API.
    func removeKey(_ secret: String, of apiID: String) throws
}

/// The error of a write whose expectation of the stored API is wrong.
package struct DataAPIConflict: Error, Hashable {
    /// The stored API; `nil` if there is none.
    package var stored: StoredAPI?

    /// Makes an error.
    package init(stored: StoredAPI?) { self.stored = stored }
}
