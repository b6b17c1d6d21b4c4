// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseWire

/// Operations that this version does not have. Each answers with one clear fault that names it.
extension UserPoolsService: CognitoIdentityProviderService {
    package func completeWebAuthnRegistration(
        _ request: CompleteWebAuthnRegistrationRequest
    ) async throws(ServiceFault) -> CompleteWebAuthnRegistrationResponse {
        throw .notBuilt("CompleteWebAuthnRegistration")
    }

    package func deleteWebAuthnCredential(
        _ request: DeleteWebAuthnCredentialRequest
    ) async throws(ServiceFault) -> DeleteWebAuthnCredentialResponse {
        throw .notBuilt("DeleteWebAuthnCredential")
    }

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

    package func listWebAuthnCredentials(
        _ request: ListWebAuthnCredentialsRequest
    ) async throws(ServiceFault) -> ListWebAuthnCredentialsResponse {
        throw .notBuilt("ListWebAuthnCredentials")
    }

    package func startWebAuthnRegistration(
        _ request: StartWebAuthnRegistrationRequest
    ) async throws(ServiceFault) -> StartWebAuthnRegistrationResponse {
        throw .notBuilt("StartWebAuthnRegistration")
    }
}
