// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Creates a resource server: an API whose scopes clients may be allowed to ask for.
    package func createResourceServer(
        _ request: CreateResourceServerRequest
    ) async throws(ServiceFault) -> CreateResourceServerResponse {
        let server = try ResourceServerType(
            request.identifier, name: request.name, scopes: request.scopes, inPool: request.userPoolId)
        try await records.write { store in
            let poolID = try store.existingPool(request.userPoolId).id
            guard try !store.hasResourceServers(ResourceServerType.maximumPerPool, inPool: poolID) else {
                throw ServiceFault(
                    .limitExceeded,
                    "A user pool can have at most \(ResourceServerType.maximumPerPool) resource servers.")
            }
            do {
                try store.insert(server, request.identifier, inPool: poolID)
            } catch StoreConflict.taken {
                throw ServiceFault.invalidParameter("\(request.identifier) already exists in user pool \(poolID).")
            }
        }
        return CreateResourceServerResponse(resourceServer: server.printed)
    }
}

extension ResourceServerType {
    /// The maximum number of resource servers in a pool.
    static let maximumPerPool = 25

    /// Creates the description of a requested resource server; without scopes it has an empty list of them.
    ///
    /// - Throws: `InvalidParameterException` if two scopes have the same name.
    init(
        _ identifier: String, name: String, scopes: [ResourceServerScopeType]?, inPool poolID: String
    ) throws(ServiceFault) {
        let scopes = scopes ?? []
        guard Set(scopes.map(\.scopeName)).count == scopes.count else {
            throw .invalidParameter("The names of the scopes of a resource server must differ from each other.")
        }
        self.init(userPoolId: poolID, identifier: identifier, name: name, scopes: scopes)
    }
}

extension UserPoolReading {
    /// Returns the resource server with an identifier.
    ///
    /// - Throws: `ResourceNotFoundException` if there is no such pool or resource server.
    func existingResourceServer(_ identifier: String, inPool poolID: String) throws -> ResourceServerType {
        guard let server = try resourceServer(identifier, inPool: existingPool(poolID).id) else {
            throw ServiceFault(.resourceNotFound, "Resource server \(identifier) does not exist.")
        }
        return server
    }
}
