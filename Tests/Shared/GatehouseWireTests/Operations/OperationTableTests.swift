// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AccessManagementShapes
import CognitoAdminShapes
import CognitoShapes
import GatehouseWire
import ProjectShapes
import Testing

@Suite struct OperationTableTests {
    /// Answers every operation from nothing, or with a fault.
    private struct Echo: CognitoIdentityProviderService, CognitoIdentityService, SecurityTokenService, OperationCaller {
        var fault: ServiceFault?

        func call<Operation: ServiceOperation>(
            _ operation: Operation.Type, _ input: Operation.Input
        ) async throws(ServiceFault) -> Operation.Output {
            if let fault { throw fault }
            return try Operation.Output(answer: ["UserSub": .string(Operation.name)], form: .json)
        }
    }

    @Test func `the tables hold every operation of the models`() {
        let idp = CognitoIdentityProviderOperations.table
        let idpAdmin = CognitoIdentityProviderAdminOperations.table
        #expect(idp.count + idpAdmin.count == 153)
        #expect(Set(idp.keys).isDisjoint(with: idpAdmin.keys))
        #expect(CognitoIdentityOperations.table.count + CognitoIdentityAdminOperations.table.count == 23)
        #expect(SecurityTokenOperations.table.count == 6)
        #expect(AccessManagementOperations.table.count == 49)
        #expect(ProjectRecordsOperations.table.count == 17)
        // Both services find their operations by the action alone.
        #expect(Set(AccessManagementOperations.table.keys).isDisjoint(with: SecurityTokenOperations.table.keys))
    }

    @Test func `operations know whether they are signed`() {
        #expect(CognitoIdentityProviderOperations.table.values.allSatisfy { !$0.isSigned })
        #expect(CognitoIdentityProviderAdminOperations.table.values.allSatisfy { $0.isSigned })
        #expect(CognitoIdentityOperations.table.values.allSatisfy { !$0.isSigned })
        #expect(
            Set(CognitoIdentityOperations.table.keys)
                == ["GetId", "GetCredentialsForIdentity", "GetOpenIdToken", "UnlinkIdentity"])
        #expect(CognitoIdentityProviderOperations.table["GetClientToken"] != nil)
        let unsigned = SecurityTokenOperations.table.values.filter { !$0.isSigned }.map(\.name)
        #expect(Set(unsigned) == ["AssumeRoleWithWebIdentity", "AssumeRoleWithSAML"])
        #expect(AccessManagementOperations.table.values.allSatisfy { $0.isSigned && $0.service == .accessManagement })
        #expect(ProjectRecordsOperations.table.values.allSatisfy { $0.isSigned && $0.service == .projectRecords })
    }

    @Test func `an operation that sends a message or rotates a token counts as a write, whatever its name`() {
        let operations = CognitoIdentityProviderOperations.table
        for name in [
            "GetUserAttributeVerificationCode", "GetTokensFromRefreshToken", "ResendConfirmationCode",
            "UpdateUserAttributes",
        ] {
            #expect(operations[name]?.access == .write)
        }
        for name in ["GetUser", "ListDevices", "InitiateAuth", "RespondToAuthChallenge"] {
            #expect(operations[name]?.access == .read)
        }
        #expect(CognitoIdentityProviderAdminOperations.table["AdminGetUser"]?.access == .read)
        #expect(CognitoIdentityProviderAdminOperations.table["AdminDeleteUser"]?.access == .write)
    }

    @Test func `a handler reads, calls and writes`() async throws {
        let handler = try #require(CognitoIdentityProviderOperations.table["SignUp"])
        let answer = try await handler.perform(["ClientId": "c", "Username": "u"], with: Echo())
        #expect(answer == ["UserConfirmed": false, "UserSub": "SignUp"])
    }

    @Test func `an operation without output answers an empty object`() async throws {
        let handler = try #require(CognitoIdentityProviderOperations.table["DeleteUser"])
        #expect(try await handler.perform(["AccessToken": "a"], with: Echo()) == [:])
    }

    @Test func `a request against the model does not reach the service`() async throws {
        let handler = try #require(CognitoIdentityProviderOperations.table["DeleteUser"])
        let service = Echo(fault: ServiceFault(.internalError, "reached"))
        let fault = await #expect(throws: ServiceFault.self) { try await handler.perform([:], with: service) }
        #expect(fault?.code == .invalidParameter)
    }

    @Test func `the fault of the service is passed on`() async throws {
        let handler = try #require(CognitoIdentityOperations.table["GetId"])
        let service = Echo(fault: ServiceFault(.resourceNotFound, "No pool"))
        let fault = await #expect(throws: ServiceFault.self) {
            try await handler.perform(["IdentityPoolId": "eu:1"], with: service)
        }
        #expect(fault == service.fault)
    }
}
