// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AccessManagementShapes
import CognitoAdminShapes
import CognitoShapes
import GatehouseWire
import ProjectShapes

/// Calls the administration of the JSON services.
struct AdministrationClient: OperationCaller, CognitoIdentityProviderAdminService, CognitoIdentityAdminService,
    ProjectRecordsService
{
    private let caller: any OperationCaller

    init(_ caller: any OperationCaller) {
        self.caller = caller
    }

    func call<Operation: ServiceOperation>(
        _ operation: Operation.Type, _ input: Operation.Input
    ) async throws(ServiceFault) -> Operation.Output {
        try await caller.call(operation, input)
    }
}

/// Calls IAM, a query service as the security token service is.
struct AccessManagementClient: OperationCaller, AccessManagementService {
    private let caller: any OperationCaller

    init(_ caller: any OperationCaller) {
        self.caller = caller
    }

    func call<Operation: ServiceOperation>(
        _ operation: Operation.Type, _ input: Operation.Input
    ) async throws(ServiceFault) -> Operation.Output {
        try await caller.call(operation, input)
    }
}
