// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseSignIn
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

/// Operations for apps that are not implemented; each throws a fault that names the operation.
extension UserPoolsService: CognitoIdentityProviderService {
    package func getClientToken(
        _ request: GetClientTokenRequest
    ) async throws(ServiceFault) -> GetClientTokenResponse {
        throw .notBuilt("GetClientToken")
    }

    package func getDerivedToken(
        _ request: GetDerivedTokenRequest
    ) async throws(ServiceFault) -> GetDerivedTokenResponse {
        throw .notBuilt("GetDerivedToken")
    }

}
