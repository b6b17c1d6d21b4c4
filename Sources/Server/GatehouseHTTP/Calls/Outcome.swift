// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseWire

/// An answer together with what logs and metrics may know of it.
struct Outcome {
    var response: GatewayResponse
    /// The operation's or the document's name; from a closed list, since it becomes a label.
    var operation: String
    /// `OK`, or the name of the fault; from a closed list as well.
    var code = "OK"
    /// What an unforeseen fault came from; for the log only.
    var cause: (any Error)?
    /// Why the request was refused, without what it contained; for a developer's log only.
    var reason: String?
    /// What an operation was called with, and what it returned, as far as it came to that: logs and metrics read a few
    /// members of a closed list from them.
    var input: WireValue?
    var output: WireValue?
    /// Whether pages of other origins may read the answer: they call the services, but must not see the outbox.
    var allowsOtherOrigins = true

    init(_ response: GatewayResponse, operation: String, code: String = "OK", cause: (any Error)? = nil) {
        self.response = response
        self.operation = operation
        self.code = code
        self.cause = cause
    }

    /// The refusal of a request by a fault.
    init(_ response: GatewayResponse, operation: String, fault: ServiceFault) {
        self.init(response, operation: operation, code: fault.code.rawValue, cause: fault.cause)
        reason = Self.loggableReason(of: fault)
    }

    /// The fault's message, where it repeats neither members of the request nor words of a trigger, which can be secrets.
    private static func loggableReason(of fault: ServiceFault) -> String {
        if fault.code == .userLambdaValidation { return "A trigger of the pool refused the request." }
        guard !fault.message.contains("Value '") else {
            return "Members of the request do not satisfy the service's model; the answer names them."
        }
        return fault.message
    }
}
