// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseWire

/// Operations that this version does not have. Each answers with one clear fault that names it.
extension UserPoolsService: CognitoIdentityProviderService {
    package func associateSoftwareToken(
        _ request: AssociateSoftwareTokenRequest
    ) async throws(ServiceFault) -> AssociateSoftwareTokenResponse {
        throw .notBuilt("AssociateSoftwareToken")
    }

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

    package func getUserAuthFactors(
        _ request: GetUserAuthFactorsRequest
    ) async throws(ServiceFault) -> GetUserAuthFactorsResponse {
        throw .notBuilt("GetUserAuthFactors")
    }

    package func listWebAuthnCredentials(
        _ request: ListWebAuthnCredentialsRequest
    ) async throws(ServiceFault) -> ListWebAuthnCredentialsResponse {
        throw .notBuilt("ListWebAuthnCredentials")
    }

    package func setUserMFAPreference(
        _ request: SetUserMFAPreferenceRequest
    ) async throws(ServiceFault) -> SetUserMFAPreferenceResponse {
        throw .notBuilt("SetUserMFAPreference")
    }

    package func setUserSettings(
        _ request: SetUserSettingsRequest
    ) async throws(ServiceFault) -> SetUserSettingsResponse {
        throw .notBuilt("SetUserSettings")
    }

    package func startWebAuthnRegistration(
        _ request: StartWebAuthnRegistrationRequest
    ) async throws(ServiceFault) -> StartWebAuthnRegistrationResponse {
        throw .notBuilt("StartWebAuthnRegistration")
    }

    package func verifySoftwareToken(
        _ request: VerifySoftwareTokenRequest
    ) async throws(ServiceFault) -> VerifySoftwareTokenResponse {
        throw .notBuilt("VerifySoftwareToken")
    }
}
