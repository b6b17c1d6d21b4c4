// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseData
package import GatehouseDataModel
package import GatehouseDataStores
package import GatehouseWire

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
    /// The execution of its requests; `nil` for an API without a schema, or with one that this release does not compile.
    package let service: DataService?
    /// Why this release does not compile the stored schema, for the operator; `nil` if it does, or if there is no schema.
    package let problem: SchemaErrors?

    /// Makes a value.
    package init(stored: StoredAPI, service: DataService?, problem: SchemaErrors? = nil) {
        self.stored = stored
        self.service = service
        self.problem = problem
    }

    /// The compiled schema, for the operator.
    /// - Throws: `GraphQLSchemaException` with the reason.
    package func schema() throws(ServiceFault) -> DataAPI {
        if let service { return service.api }
        guard let problem else { throw ServiceFault(.graphQLSchema, "No schema definition exists.") }
        throw ServiceFault(
            .graphQLSchema, "This release does not compile the stored schema. Push a corrected one.\n\(problem)")
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
