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
