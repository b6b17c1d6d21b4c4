// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Removes an identity provider, also from the clients that offer it.
    ///
    /// Users who have signed in with it stay, as with Cognito, and so do their tokens and links to it. The sessions of
    /// browsers that have signed in there end, so that a provider that gets the same name later does not revive them.
    package func deleteIdentityProvider(_ request: DeleteIdentityProviderRequest) async throws(ServiceFault) {
        try ProviderName.checkChangeable(request.providerName)
        let now = clock.now
        try await records.write { store in
            let provider = try store.existingIdentityProvider(request.providerName, inPool: request.userPoolId)
            try store.withdraw(provider, at: now)
            try store.deleteBrowserSessions(ofProvider: provider.name, inPool: provider.poolID)
            try store.deleteIdentityProvider(provider.name, inPool: provider.poolID)
        }
    }
}

extension UserPoolWriting {
    /// Removes a provider from the lists of the pool's clients.
    ///
    /// A provider that gets the same name later must not be offered without a new decision.
    fileprivate func withdraw(_ provider: IdentityProviderRecord, at now: Date) throws {
        let name = WireName(provider.name)
        var last: String?
        repeat {
            let clients = try appClients(ofPool: provider.poolID, after: last, limit: 60)
            for var client in clients {
                guard let offered = client.description.supportedIdentityProviders else { continue }
                let others = offered.filter { WireName($0) != name }
                guard others.count < offered.count else { continue }
                client.description.supportedIdentityProviders = others
                client.description.lastModifiedDate = now
                client.modifiedAt = now
                try update(client)
            }
            last = clients.last?.id
        } while last != nil
    }
}

extension UserPoolReading {
    /// Checks that the providers that a client offers exist; the pool itself is `COGNITO`.
    ///
    /// - Throws: `InvalidParameterException` with the first one that the pool does not have.
    func checkProviders(_ names: [String]?, in pool: UserPoolRecord) throws {
        for name in names ?? [] where WireName(name) != "COGNITO" {
            guard try identityProvider(name, inPool: pool.id) != nil else {
                throw ServiceFault.invalidParameter("The provider \(name) does not exist for User Pool \(pool.id).")
            }
        }
    }
}
