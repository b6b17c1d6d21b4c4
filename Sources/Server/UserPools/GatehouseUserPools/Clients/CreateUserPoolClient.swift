// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Creates a client; this response and `DescribeUserPoolClient` contain its secret, if it has one.
    package func createUserPoolClient(
        _ request: CreateUserPoolClientRequest
    ) async throws(ServiceFault) -> CreateUserPoolClientResponse {
        try await createUserPoolClient(request, id: nil)
    }

    /// Creates a client with a given id, or with a generated one.
    package func createUserPoolClient(
        _ request: CreateUserPoolClientRequest, id chosen: String?
    ) async throws(ServiceFault) -> CreateUserPoolClientResponse {
        let id = chosen ?? pools.entropy.characters(26, from: Alphabet.lowerCaseAndDigits)
        let now = pools.clock.now
        let secret = try newSecret(for: request)
        let client = AppClientRecord(
            id: id, poolID: request.userPoolId,
            description: UserPoolClientType(request, id: id, now: now),
            secrets: secret.map { [pools.clientSecrets.seal($0, id: pools.entropy.uuid(), clientID: id, at: now)] }
                ?? [],
            createdAt: now, modifiedAt: now)
        try await records.write { store in
            let pool = try store.existingPool(request.userPoolId)
            try ClientSettings.check(request, hasSecret: secret != nil, in: pool)
            try store.checkProviders(request.supportedIdentityProviders, in: pool)
            try ClientOAuthSettings.checkScopes(request, in: store)
            guard try !store.hasAppClients(AppClientRecord.maximumPerPool, inPool: request.userPoolId) else {
                throw ServiceFault(
                    .limitExceeded, "A user pool can have at most \(AppClientRecord.maximumPerPool) clients.")
            }
            try store.insert(client)
        }
        var printed = client.description.printed
        printed.clientSecret = secret
        return CreateUserPoolClientResponse(userPoolClient: printed)
    }

    private func newSecret(for request: CreateUserPoolClientRequest) throws(ServiceFault) -> String? {
        if let given = request.clientSecret { return given }
        guard request.generateSecret == true else { return nil }
        return pools.clientSecrets.draw(pools.entropy)
    }
}
