// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AccessManagementShapes
import CognitoAdminShapes
import CognitoShapes
import GatehouseClient
import GatehouseWire
import ProjectShapes

/// Calls the administration of the JSON services at one endpoint.
struct AdministrationClient: OperationCaller, CognitoIdentityProviderAdminService, CognitoIdentityAdminService,
    ProjectRecordsService
{
    private let client: ServiceClient

    init(_ client: ServiceClient) {
        self.client = client
    }

    func call<Operation: ServiceOperation>(
        _ operation: Operation.Type, _ input: Operation.Input
    ) async throws(ServiceFault) -> Operation.Output {
        try await client.call(operation, input)
    }
}

/// Calls IAM, a query service as the security token service is, at one endpoint.
struct AccessManagementClient: OperationCaller, AccessManagementService {
    private let client: SecurityTokenClient

    init(_ client: SecurityTokenClient) {
        self.client = client
    }

    func call<Operation: ServiceOperation>(
        _ operation: Operation.Type, _ input: Operation.Input
    ) async throws(ServiceFault) -> Operation.Output {
        try await client.call(operation, input)
    }
}
