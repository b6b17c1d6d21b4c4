// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes
import GatehouseCore
package import GatehouseWire

// Developer identities, the classic flow, principal tags and tags of pools.
extension IdentityPoolsService {
    package func getOpenIdToken(_ request: GetOpenIdTokenInput) async throws(ServiceFault) -> GetOpenIdTokenResponse {
        throw .notBuilt("GetOpenIdToken", of: .cognitoIdentity)
    }

    package func unlinkIdentity(_ request: UnlinkIdentityInput) async throws(ServiceFault) {
        throw .notBuilt("UnlinkIdentity", of: .cognitoIdentity)
    }

    package func getOpenIdTokenForDeveloperIdentity(
        _ request: GetOpenIdTokenForDeveloperIdentityInput
    ) async throws(ServiceFault) -> GetOpenIdTokenForDeveloperIdentityResponse {
        throw .notBuilt("GetOpenIdTokenForDeveloperIdentity", of: .cognitoIdentity)
    }

    package func getPrincipalTagAttributeMap(
        _ request: GetPrincipalTagAttributeMapInput
    ) async throws(ServiceFault) -> GetPrincipalTagAttributeMapResponse {
        throw .notBuilt("GetPrincipalTagAttributeMap", of: .cognitoIdentity)
    }

    package func listTagsForResource(
        _ request: ListTagsForResourceInput
    ) async throws(ServiceFault) -> CognitoIdentityListTagsForResourceResponse {
        throw .notBuilt("ListTagsForResource", of: .cognitoIdentity)
    }

    package func lookupDeveloperIdentity(
        _ request: LookupDeveloperIdentityInput
    ) async throws(ServiceFault) -> LookupDeveloperIdentityResponse {
        throw .notBuilt("LookupDeveloperIdentity", of: .cognitoIdentity)
    }

    package func mergeDeveloperIdentities(
        _ request: MergeDeveloperIdentitiesInput
    ) async throws(ServiceFault) -> MergeDeveloperIdentitiesResponse {
        throw .notBuilt("MergeDeveloperIdentities", of: .cognitoIdentity)
    }

    package func setPrincipalTagAttributeMap(
        _ request: SetPrincipalTagAttributeMapInput
    ) async throws(ServiceFault) -> SetPrincipalTagAttributeMapResponse {
        throw .notBuilt("SetPrincipalTagAttributeMap", of: .cognitoIdentity)
    }

    package func tagResource(
        _ request: TagResourceInput
    ) async throws(ServiceFault) -> CognitoIdentityTagResourceResponse {
        throw .notBuilt("TagResource", of: .cognitoIdentity)
    }

    package func unlinkDeveloperIdentity(_ request: UnlinkDeveloperIdentityInput) async throws(ServiceFault) {
        throw .notBuilt("UnlinkDeveloperIdentity", of: .cognitoIdentity)
    }

    package func untagResource(
        _ request: UntagResourceInput
    ) async throws(ServiceFault) -> CognitoIdentityUntagResourceResponse {
        throw .notBuilt("UntagResource", of: .cognitoIdentity)
    }
}

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
