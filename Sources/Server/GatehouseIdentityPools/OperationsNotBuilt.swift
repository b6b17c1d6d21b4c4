// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseWire

// Operations that issue role credentials through sts.
extension SecurityTokens {
    package func assumeRole(_ request: AssumeRoleRequest) async throws(ServiceFault) -> AssumeRoleResponse {
        throw .notBuilt("AssumeRole", of: .securityToken)
    }

    package func assumeRoleWithSAML(
        _ request: AssumeRoleWithSAMLRequest
    ) async throws(ServiceFault) -> AssumeRoleWithSAMLResponse {
        throw .notBuilt("AssumeRoleWithSAML", of: .securityToken)
    }

    package func assumeRoleWithWebIdentity(
        _ request: AssumeRoleWithWebIdentityRequest
    ) async throws(ServiceFault) -> AssumeRoleWithWebIdentityResponse {
        throw .notBuilt("AssumeRoleWithWebIdentity", of: .securityToken)
    }

    package func getFederationToken(
        _ request: GetFederationTokenRequest
    ) async throws(ServiceFault) -> GetFederationTokenResponse {
        throw .notBuilt("GetFederationToken", of: .securityToken)
    }

    package func getSessionToken(
        _ request: GetSessionTokenRequest
    ) async throws(ServiceFault) -> GetSessionTokenResponse {
        throw .notBuilt("GetSessionToken", of: .securityToken)
    }
}
