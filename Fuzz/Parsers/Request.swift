// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseWire

@testable import GatehouseServices

extension FuzzedParser {
    /// Requests of the JSON services: the first byte chooses the shape, the others are the body.
    func feedRequest(_ bytes: [UInt8]) {
        guard let choice = bytes.first, let body = try? JSONBody.input(Data(bytes.dropFirst())) else { return }
        let readers: [(WireValue) -> Void] = [
            read(SignUpRequest.self, of: .cognitoIdentityProvider),
            read(InitiateAuthRequest.self, of: .cognitoIdentityProvider),
            read(RespondToAuthChallengeRequest.self, of: .cognitoIdentityProvider),
            read(UpdateUserAttributesRequest.self, of: .cognitoIdentityProvider),
            read(CreateUserPoolRequest.self, of: .cognitoIdentityProvider),
            read(UpdateUserPoolRequest.self, of: .cognitoIdentityProvider),
            read(CreateUserPoolClientRequest.self, of: .cognitoIdentityProvider),
            read(AdminCreateUserRequest.self, of: .cognitoIdentityProvider),
            read(ListUsersRequest.self, of: .cognitoIdentityProvider),
            read(GetCredentialsForIdentityInput.self, of: .cognitoIdentity),
            read(SetIdentityPoolRolesInput.self, of: .cognitoIdentity),
        ]
        readers[Int(choice) % readers.count](body)
    }

    /// A request that obeys its rules is the same after a trip over the wire.
    private func read<Shape: WireStructure & Equatable>(
        _ type: Shape.Type, of service: ServiceIdentity
    ) -> (WireValue) -> Void {
        { value in
            guard let request = try? Shape(validating: value, for: service) else { return }
            let again = try? Shape(validating: request.wireValue(in: service.form), for: service)
            precondition(again == request, "\(type) does not survive the wire")
        }
    }
}
