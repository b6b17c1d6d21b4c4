// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
package import GatehouseWire

extension ServiceFault {
    /// Returns the fault for an operation of user pools that is not implemented.
    static func notBuilt(_ operation: String) -> ServiceFault { .notBuilt(operation, of: .cognitoIdentityProvider) }
}

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
