// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

// The faults of the endpoint for signing keys; they are about the access key in the request, not about its signer.
extension ServiceFault {
    /// A verifier asks for the signing key of an access key that it cannot have.
    static let unknownAccessKey = ServiceFault(.unknownAccessKey, "The access key or its session token is invalid.")

    static let expiredAccessKeySession = ServiceFault(.expiredSession, "The session of the access key is expired.")

    static func malformedSigningKeyRequest(_ member: String) -> ServiceFault {
        ServiceFault(.validation, "\(member) is missing or malformed.")
    }

    static func reservedService(_ name: String) -> ServiceFault {
        ServiceFault(.accessDenied, "No signing key is issued for the service \(name): this server provides it itself.")
    }
}
