// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseData
import GatehouseDataModel
package import GatehouseDataStores

/// The APIs in force.
///
/// A port: each request asks for its API, so ``api(at:)`` answers from memory.
package protocol DataAPIs: Sendable {
    /// The API at an address; `nil` if there is none.
    ///
    /// - Throws: The error of the store.
    func api(at address: DataAddress) async throws -> ServedAPI?

    /// The API at an address as it is stored now, also if another process has just changed it; `nil` if there is none.
    ///
    /// - Throws: The error of the store.
    func newest(_ address: DataAddress) async throws -> ServedAPI?
}

/// An API in force, with what the authentication of its callers needs.
package struct ServedAPI: Sendable {
    /// The API as it is stored.
    package let stored: StoredAPI
    /// The execution of its requests; `nil` for an API without a schema.
    package let service: DataService?

    /// Makes a value.
    package init(stored: StoredAPI, service: DataService?) {
        self.stored = stored
        self.service = service
    }

    /// What tells the API with its schema and settings apart from all others, and from itself after a change.
    var revision: APIRevision { APIRevision(api: stored.id, number: stored.revision) }
}

/// An API at one time: an address may lead to another API later.
struct APIRevision: Hashable, Sendable {
    /// The id of the API.
    let api: String
    /// The number of the change of the API.
    let number: Int
}
