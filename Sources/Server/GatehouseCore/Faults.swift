// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// The faults of every service.
extension ServiceFault {
    /// The fault for a caller that exceeds its request rate.
    package static let rateExceeded = ServiceFault("TooManyRequestsException", "Rate exceeded")

    /// Returns the fault for a parameter with a value that is not allowed.
    package static func invalidParameter(_ message: String) -> ServiceFault {
        ServiceFault("InvalidParameterException", message)
    }

    /// The fault for an operation of a service that this version does not have.
    package static func notBuilt(_ operation: String, of service: ServiceIdentity) -> ServiceFault {
        ServiceFault(.unknownOperation, "Gatehouse does not have \(operation) of \(service.signingName) yet.")
    }

    /// Keeps a `ServiceFault`; an outage of the store becomes `ServiceUnavailableException`, a value that it cannot keep
    /// `InvalidParameterException`, any other error `InternalErrorException`, with the error as its cause for the log.
    package init(unforeseen error: any Error) {
        self =
            if let fault = error as? ServiceFault {
                fault
            } else if let failure = error as? any StoreFailure, failure.isOutage {
                ServiceFault(.serviceUnavailable, "The server's database cannot be used at present.", cause: error)
            } else if let failure = error as? any StoreFailure, failure.refusesValue {
                ServiceFault(
                    "InvalidParameterException",
                    "A value cannot be stored: it is too long, or contains the character U+0000.", cause: error)
            } else {
                ServiceFault(.internalError, "Something went wrong.", cause: error)
            }
    }

    /// Runs `body`, for example a transaction, for an operation.
    ///
    /// - Throws: the fault that `body` throws; every other error becomes an internal error with this cause.
    package static func translating<Value>(
        _ body: () async throws -> Value
    ) async throws(ServiceFault) -> Value {
        do { return try await body() } catch { throw ServiceFault(unforeseen: error) }
    }
}

/// The reason why a signed or federated call is refused: the cause of its fault.
///
/// The server logs it; the client gets the fault's code and text alone. It has no secret, no token and no claim.
package protocol RefusalReason: Error {
    /// What refuses, as a word of a closed list, such as `identity_policy_denies`.
    var refusedBy: String { get }
    /// The caller and the refused action.
    var attempt: RefusedAttempt { get }
}

extension RefusalReason {
    package var attempt: RefusedAttempt { RefusedAttempt() }
}

/// The caller, the action and the resource of a refused call, as far as they are known.
package struct RefusedAttempt: Sendable, Equatable {
    /// The ARN of the signer, or the name of the identity provider that authenticated the person.
    package var principal: String?
    /// The access key of a signature that was not verified; the key may be unknown.
    package var accessKeyID: String?
    /// The action that is not permitted, such as `sts:AssumeRole`.
    package var action: String?
    /// The ARN of the resource, or `*`.
    package var resource: String?

    /// Creates a description.
    package init(
        principal: String? = nil, accessKeyID: String? = nil, action: String? = nil, resource: String? = nil
    ) {
        self.principal = principal
        self.accessKeyID = accessKeyID
        self.action = action
        self.resource = resource
    }
}
