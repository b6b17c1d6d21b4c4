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
    package func createUserPoolReplica(
        _ request: CreateUserPoolReplicaRequest
    ) async throws(ServiceFault) -> CreateUserPoolReplicaResponse {
        throw .notBuilt("CreateUserPoolReplica")
    }

    package func deleteUserPoolReplica(
        _ request: DeleteUserPoolReplicaRequest
    ) async throws(ServiceFault) -> DeleteUserPoolReplicaResponse {
        throw .notBuilt("DeleteUserPoolReplica")
    }

    package func listUserPoolReplicas(
        _ request: ListUserPoolReplicasRequest
    ) async throws(ServiceFault) -> ListUserPoolReplicasResponse {
        throw .notBuilt("ListUserPoolReplicas")
    }

    package func updateUserPoolReplica(
        _ request: UpdateUserPoolReplicaRequest
    ) async throws(ServiceFault) -> UpdateUserPoolReplicaResponse {
        throw .notBuilt("UpdateUserPoolReplica")
    }
}

/// Policies for clients whose metadata document is at a URL, and the list of these documents.
extension UserPoolsService {
    package func createCIMDPolicy(
        _ request: CreateCIMDPolicyRequest
    ) async throws(ServiceFault) -> CreateCIMDPolicyResponse {
        throw .notBuilt("CreateCIMDPolicy")
    }

    package func deleteCIMDPolicy(
        _ request: DeleteCIMDPolicyRequest
    ) async throws(ServiceFault) -> DeleteCIMDPolicyResponse {
        throw .notBuilt("DeleteCIMDPolicy")
    }

    package func describeCIMDPolicy(
        _ request: DescribeCIMDPolicyRequest
    ) async throws(ServiceFault) -> DescribeCIMDPolicyResponse {
        throw .notBuilt("DescribeCIMDPolicy")
    }

    package func listCIMDPolicies(
        _ request: ListCIMDPoliciesRequest
    ) async throws(ServiceFault) -> ListCIMDPoliciesResponse {
        throw .notBuilt("ListCIMDPolicies")
    }

    package func listClientMetadataURLs(
        _ request: ListClientMetadataURLsRequest
    ) async throws(ServiceFault) -> ListClientMetadataURLsResponse {
        throw .notBuilt("ListClientMetadataURLs")
    }

    package func updateCIMDPolicy(
        _ request: UpdateCIMDPolicyRequest
    ) async throws(ServiceFault) -> UpdateCIMDPolicyResponse {
        throw .notBuilt("UpdateCIMDPolicy")
    }

    package func updateClientMetadataURLState(
        _ request: UpdateClientMetadataURLStateRequest
    ) async throws(ServiceFault) -> UpdateClientMetadataURLStateResponse {
        throw .notBuilt("UpdateClientMetadataURLState")
    }
}

/// Recovery of a user pool to a point in time.
extension UserPoolsService {
    package func cancelPointInTimeRecovery(
        _ request: CancelPointInTimeRecoveryRequest
    ) async throws(ServiceFault) -> CancelPointInTimeRecoveryResponse {
        throw .notBuilt("CancelPointInTimeRecovery")
    }

    package func describePointInTimeRecovery(
        _ request: DescribePointInTimeRecoveryRequest
    ) async throws(ServiceFault) -> DescribePointInTimeRecoveryResponse {
        throw .notBuilt("DescribePointInTimeRecovery")
    }

    package func initiatePointInTimeRecovery(
        _ request: InitiatePointInTimeRecoveryRequest
    ) async throws(ServiceFault) -> InitiatePointInTimeRecoveryResponse {
        throw .notBuilt("InitiatePointInTimeRecovery")
    }

    package func listPointInTimeRecoveries(
        _ request: ListPointInTimeRecoveriesRequest
    ) async throws(ServiceFault) -> ListPointInTimeRecoveriesResponse {
        throw .notBuilt("ListPointInTimeRecoveries")
    }

    package func startPointInTimeRecovery(
        _ request: StartPointInTimeRecoveryRequest
    ) async throws(ServiceFault) -> StartPointInTimeRecoveryResponse {
        throw .notBuilt("StartPointInTimeRecovery")
    }
}
