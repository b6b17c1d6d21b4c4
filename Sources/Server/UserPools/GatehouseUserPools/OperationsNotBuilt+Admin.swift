// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseSignIn
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

/// Administrative operations that are not implemented; each throws a fault that names the operation.
extension UserPoolsService: CognitoIdentityProviderAdminService {
    package func adminDisableProviderForUser(
        _ request: AdminDisableProviderForUserRequest
    ) async throws(ServiceFault) -> AdminDisableProviderForUserResponse {
        throw .notBuilt("AdminDisableProviderForUser")
    }

    package func adminLinkProviderForUser(
        _ request: AdminLinkProviderForUserRequest
    ) async throws(ServiceFault) -> AdminLinkProviderForUserResponse {
        throw .notBuilt("AdminLinkProviderForUser")
    }

    package func createIdentityProvider(
        _ request: CreateIdentityProviderRequest
    ) async throws(ServiceFault) -> CreateIdentityProviderResponse {
        throw .notBuilt("CreateIdentityProvider")
    }

    package func createManagedLoginBranding(
        _ request: CreateManagedLoginBrandingRequest
    ) async throws(ServiceFault) -> CreateManagedLoginBrandingResponse {
        throw .notBuilt("CreateManagedLoginBranding")
    }

    package func createResourceServer(
        _ request: CreateResourceServerRequest
    ) async throws(ServiceFault) -> CreateResourceServerResponse {
        throw .notBuilt("CreateResourceServer")
    }

    package func createUserPoolDomain(
        _ request: CreateUserPoolDomainRequest
    ) async throws(ServiceFault) -> CreateUserPoolDomainResponse {
        throw .notBuilt("CreateUserPoolDomain")
    }

    package func createUserPoolReplica(
        _ request: CreateUserPoolReplicaRequest
    ) async throws(ServiceFault) -> CreateUserPoolReplicaResponse {
        throw .notBuilt("CreateUserPoolReplica")
    }

    package func deleteIdentityProvider(_ request: DeleteIdentityProviderRequest) async throws(ServiceFault) {
        throw .notBuilt("DeleteIdentityProvider")
    }

    package func deleteManagedLoginBranding(_ request: DeleteManagedLoginBrandingRequest) async throws(ServiceFault) {
        throw .notBuilt("DeleteManagedLoginBranding")
    }

    package func deleteResourceServer(_ request: DeleteResourceServerRequest) async throws(ServiceFault) {
        throw .notBuilt("DeleteResourceServer")
    }

    package func deleteUserPoolDomain(
        _ request: DeleteUserPoolDomainRequest
    ) async throws(ServiceFault) -> DeleteUserPoolDomainResponse {
        throw .notBuilt("DeleteUserPoolDomain")
    }

    package func deleteUserPoolReplica(
        _ request: DeleteUserPoolReplicaRequest
    ) async throws(ServiceFault) -> DeleteUserPoolReplicaResponse {
        throw .notBuilt("DeleteUserPoolReplica")
    }

    package func describeIdentityProvider(
        _ request: DescribeIdentityProviderRequest
    ) async throws(ServiceFault) -> DescribeIdentityProviderResponse {
        throw .notBuilt("DescribeIdentityProvider")
    }

    package func describeManagedLoginBranding(
        _ request: DescribeManagedLoginBrandingRequest
    ) async throws(ServiceFault) -> DescribeManagedLoginBrandingResponse {
        throw .notBuilt("DescribeManagedLoginBranding")
    }

    package func describeManagedLoginBrandingByClient(
        _ request: DescribeManagedLoginBrandingByClientRequest
    ) async throws(ServiceFault) -> DescribeManagedLoginBrandingByClientResponse {
        throw .notBuilt("DescribeManagedLoginBrandingByClient")
    }

    package func describeResourceServer(
        _ request: DescribeResourceServerRequest
    ) async throws(ServiceFault) -> DescribeResourceServerResponse {
        throw .notBuilt("DescribeResourceServer")
    }

    package func describeUserPoolDomain(
        _ request: DescribeUserPoolDomainRequest
    ) async throws(ServiceFault) -> DescribeUserPoolDomainResponse {
        throw .notBuilt("DescribeUserPoolDomain")
    }

    package func getIdentityProviderByIdentifier(
        _ request: GetIdentityProviderByIdentifierRequest
    ) async throws(ServiceFault) -> GetIdentityProviderByIdentifierResponse {
        throw .notBuilt("GetIdentityProviderByIdentifier")
    }

    package func getSigningCertificate(
        _ request: GetSigningCertificateRequest
    ) async throws(ServiceFault) -> GetSigningCertificateResponse {
        throw .notBuilt("GetSigningCertificate")
    }

    package func getUICustomization(
        _ request: GetUICustomizationRequest
    ) async throws(ServiceFault) -> GetUICustomizationResponse {
        throw .notBuilt("GetUICustomization")
    }

    package func listIdentityProviders(
        _ request: ListIdentityProvidersRequest
    ) async throws(ServiceFault) -> ListIdentityProvidersResponse {
        throw .notBuilt("ListIdentityProviders")
    }

    package func listResourceServers(
        _ request: ListResourceServersRequest
    ) async throws(ServiceFault) -> ListResourceServersResponse {
        throw .notBuilt("ListResourceServers")
    }

    package func listUserPoolReplicas(
        _ request: ListUserPoolReplicasRequest
    ) async throws(ServiceFault) -> ListUserPoolReplicasResponse {
        throw .notBuilt("ListUserPoolReplicas")
    }

    package func setUICustomization(
        _ request: SetUICustomizationRequest
    ) async throws(ServiceFault) -> SetUICustomizationResponse {
        throw .notBuilt("SetUICustomization")
    }

    package func updateIdentityProvider(
        _ request: UpdateIdentityProviderRequest
    ) async throws(ServiceFault) -> UpdateIdentityProviderResponse {
        throw .notBuilt("UpdateIdentityProvider")
    }

    package func updateManagedLoginBranding(
        _ request: UpdateManagedLoginBrandingRequest
    ) async throws(ServiceFault) -> UpdateManagedLoginBrandingResponse {
        throw .notBuilt("UpdateManagedLoginBranding")
    }

    package func updateResourceServer(
        _ request: UpdateResourceServerRequest
    ) async throws(ServiceFault) -> UpdateResourceServerResponse {
        throw .notBuilt("UpdateResourceServer")
    }

    package func updateUserPoolDomain(
        _ request: UpdateUserPoolDomainRequest
    ) async throws(ServiceFault) -> UpdateUserPoolDomainResponse {
        throw .notBuilt("UpdateUserPoolDomain")
    }

    package func updateUserPoolReplica(
        _ request: UpdateUserPoolReplicaRequest
    ) async throws(ServiceFault) -> UpdateUserPoolReplicaResponse {
        throw .notBuilt("UpdateUserPoolReplica")
    }
}
