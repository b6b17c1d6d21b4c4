// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseWire

/// A response, with the values that logs and metrics use.
struct Outcome {
    var response: GatewayResponse
    /// The operation's or the document's name, from a closed list, because it becomes a label.
    var operation: String
    /// `OK`, or the code of the fault, from a closed list as well.
    var code = "OK"
    /// The queue that was too long for the request.
    var overload: Overload?
    /// The error behind an unexpected fault, for the log only.
    var cause: (any Error)?
    /// The reason for a refusal, without contents of the request, for a developer's log only.
    var reason: String?
    /// The operation's input, if the body was parsed, and its output, if it succeeded; logs and metrics read a few
    /// members of them.
    var input: WireValue?
    var output: WireValue?
    /// The client and the user of the access token that a successful operation has verified.
    var caller: ProvenCaller.Names?
    /// Whether pages of other origins may read the response: they may call the services, but must not read the outbox.
    var allowsOtherOrigins = true
    /// Whether programs and pages repeat such requests automatically; a developer's log omits them.
    var isRoutine = false

    init(_ response: GatewayResponse, operation: String, code: String = "OK", cause: (any Error)? = nil) {
        self.response = response
        self.operation = operation
        self.code = code
        self.cause = cause
    }

    /// The outcome of a request that a fault refuses.
    init(_ response: GatewayResponse, operation: String, fault: ServiceFault) {
        self.init(response, operation: operation, code: fault.code.rawValue, cause: fault.cause)
        reason = Self.loggableReason(of: fault)
        overload = fault.overload
        if isAbandoned { code = Label.clientGone }
    }

    /// Whether the client has gone before the work for the request began; it gets no response.
    var isAbandoned: Bool { cause is ClientGone }

    /// The reason of a failure that lasts until an operator removes its cause; `nil` for other outcomes.
    var outage: String? {
        if let reason = cause as? NotReady { return reason.description }
        guard let possible = cause as? any StoreFailure, possible.isOutage else { return nil }
        return "\(possible)"
    }

    /// The fault's message, unless it may contain members of the request or text of a trigger, which can be secrets.
    private static func loggableReason(of fault: ServiceFault) -> String {
        if fault.code == .userLambdaValidation { return "A trigger of the pool refused the request." }
        guard !fault.message.contains("Value '") else {
            return "Members of the request do not satisfy the service's model; the response lists them."
        }
        return fault.message
    }
}
