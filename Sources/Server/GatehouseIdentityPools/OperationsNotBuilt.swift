// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes
import GatehouseCore
package import GatehouseWire

// Developer identities, the classic flow, principal tags and tags of pools.
extension IdentityPoolsService {
    package func getOpenIdToken(_ request: GetOpenIdTokenInput) async throws(ServiceFault) -> GetOpenIdTokenResponse {
        throw .notBuilt("GetOpenIdToken")
    }

    package func unlinkIdentity(_ request: UnlinkIdentityInput) async throws(ServiceFault) {
        throw .notBuilt("UnlinkIdentity")
    }

    package func getOpenIdTokenForDeveloperIdentity(
        _ request: GetOpenIdTokenForDeveloperIdentityInput
    ) async throws(ServiceFault) -> GetOpenIdTokenForDeveloperIdentityResponse {
        throw .notBuilt("GetOpenIdTokenForDeveloperIdentity")
    }

    package func getPrincipalTagAttributeMap(
        _ request: GetPrincipalTagAttributeMapInput
    ) async throws(ServiceFault) -> GetPrincipalTagAttributeMapResponse {
        throw .notBuilt("GetPrincipalTagAttributeMap")
    }

    package func listTagsForResource(
        _ request: ListTagsForResourceInput
    ) async throws(ServiceFault) -> CognitoIdentityListTagsForResourceResponse {
        throw .notBuilt("ListTagsForResource")
    }

    package func lookupDeveloperIdentity(
        _ request: LookupDeveloperIdentityInput
    ) async throws(ServiceFault) -> LookupDeveloperIdentityResponse {
        throw .notBuilt("LookupDeveloperIdentity")
    }

    package func mergeDeveloperIdentities(
        _ request: MergeDeveloperIdentitiesInput
    ) async throws(ServiceFault) -> MergeDeveloperIdentitiesResponse {
        throw .notBuilt("MergeDeveloperIdentities")
    }

    package func setPrincipalTagAttributeMap(
        _ request: SetPrincipalTagAttributeMapInput
    ) async throws(ServiceFault) -> SetPrincipalTagAttributeMapResponse {
        throw .notBuilt("SetPrincipalTagAttributeMap")
    }

    package func tagResource(
        _ request: TagResourceInput
    ) async throws(ServiceFault) -> CognitoIdentityTagResourceResponse {
        throw .notBuilt("TagResource")
    }

    package func unlinkDeveloperIdentity(_ request: UnlinkDeveloperIdentityInput) async throws(ServiceFault) {
        throw .notBuilt("UnlinkDeveloperIdentity")
    }

    package func untagResource(
        _ request: UntagResourceInput
    ) async throws(ServiceFault) -> CognitoIdentityUntagResourceResponse {
        throw .notBuilt("UntagResource")
    }
}

// Roles that are taken on by asking sts.
extension SecurityTokens {
    package func assumeRole(_ request: AssumeRoleRequest) async throws(ServiceFault) -> AssumeRoleResponse {
        throw .notBuilt("AssumeRole")
    }

    package func assumeRoleWithSAML(
        _ request: AssumeRoleWithSAMLRequest
    ) async throws(ServiceFault) -> AssumeRoleWithSAMLResponse {
        throw .notBuilt("AssumeRoleWithSAML")
    }

    package func assumeRoleWithWebIdentity(
        _ request: AssumeRoleWithWebIdentityRequest
    ) async throws(ServiceFault) -> AssumeRoleWithWebIdentityResponse {
        throw .notBuilt("AssumeRoleWithWebIdentity")
    }

    package func getFederationToken(
        _ request: GetFederationTokenRequest
    ) async throws(ServiceFault) -> GetFederationTokenResponse {
        throw .notBuilt("GetFederationToken")
    }

    package func getSessionToken(
        _ request: GetSessionTokenRequest
    ) async throws(ServiceFault) -> GetSessionTokenResponse {
        throw .notBuilt("GetSessionToken")
    }
}
