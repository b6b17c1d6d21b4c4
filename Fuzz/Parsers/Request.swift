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
        let body = Array(bytes.dropFirst())
        guard let choice = bytes.first, case .document(let document)? = try? JSONBody.input(Data(body)) else { return }
        // An empty body is an empty object.
        let value = (try? WireValue(foreignJSON: body)) ?? WireValue.object([:])
        precondition(document.value == value, "a request is not read as its value is")
        // A fault repeats a map of more than a thousand members in any order, and a shorter body has no such map.
        let isRepeatable = body.count < 6_000
        let readers: [(WireDocument, WireValue, Bool) -> Void] = [
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
        readers[Int(choice) % readers.count](document, value, isRepeatable)
    }

    /// A request is read from its document as from its value, with the same faults if these are repeatable; one that
    /// obeys its rules is the same after a trip over the wire.
    private func read<Shape: WireStructure>(
        _ type: Shape.Type, of service: ServiceIdentity
    ) -> (WireDocument, WireValue, _ isRepeatable: Bool) -> Void {
        { document, value, isRepeatable in
            let request = Result { () throws(ServiceFault) in try Shape(validating: value, for: service) }
            let same = Result { () throws(ServiceFault) in try Shape(validating: document, for: service) }
            precondition(same == request || !isRepeatable, "\(type) is not read from a document as from a value")
            let answer = Result { () throws(ServiceFault) in try Shape(answer: value, form: .json) }
            let sameAnswer = Result { () throws(ServiceFault) in try Shape(answer: document) }
            precondition(sameAnswer == answer, "\(type) is not read from an answer as from a value")
            if case .success(let structure) = answer {
                precondition(
                    structure.json() == structure.wireValue(in: .json).json(), "\(type) is not written as a value")
            }
            guard case .success(let structure) = request else { return }
            let again = try? Shape(validating: structure.wireValue(in: service.form), for: service)
            precondition(again == structure, "\(type) does not survive the wire")
        }
    }
}
