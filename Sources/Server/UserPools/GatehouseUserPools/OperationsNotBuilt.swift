// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseWire

extension ServiceFault {
    /// The fault for an operation of user pools that this version does not have.
    static func notBuilt(_ operation: String) -> ServiceFault { .notBuilt(operation, of: .cognitoIdentityProvider) }
}

/// Operations that this version does not have. Each answers with one clear fault that names it.
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
