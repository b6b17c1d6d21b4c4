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
    /// Creates a pool with two signing keys.
    ///
    /// Settings that the request omits get Cognito's defaults.
    package func createUserPool(
        _ request: CreateUserPoolRequest
    ) async throws(ServiceFault) -> CreateUserPoolResponse {
        try await createUserPool(request, id: nil)
    }

    /// Creates a pool with a given id, which begins with the region of the request, or with a generated one.
    package func createUserPool(
        _ request: CreateUserPoolRequest, id chosen: String?
    ) async throws(ServiceFault) -> CreateUserPoolResponse {
        let id = chosen ?? context.region + "_" + pools.entropy.characters(9, from: Alphabet.lettersAndDigits)
        let pool = try UserPoolRecord(
            request, id: id, region: context.region, accountID: pools.deployment.accountID, now: pools.clock.now)
        let keys = try await pools.keyRotation.newSigningKeys(forPool: pool.id)
        let region = context.region
        try await records.write { store in
            guard try !store.hasUserPools(UserPoolRecord.maximumPerRegion, inRegion: region) else {
                throw ServiceFault(
                    .limitExceeded, "A region can have at most \(UserPoolRecord.maximumPerRegion) user pools.")
            }
            try store.insert(pool)
            for key in keys { try store.insert(key) }
        }
        return CreateUserPoolResponse(userPool: pool.description(numberOfUsers: 0))
    }
}
