// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseWire

/// The answers that belong to no site.
extension Gateway {
    func preflight() -> Outcome {
        var outcome = Outcome(
            GatewayResponse(status: 200, headers: CommonHeaders.preflight), operation: Label.preflight)
        outcome.isRoutine = true
        return outcome
    }

    /// The answer to a request for a path that no site has: the list of paths.
    func nowhere() -> Outcome {
        Outcome(.nowhere(listing: routes.listings), operation: Label.unknown, code: Label.notFound)
    }

    func wrongMethod(allowed: String) -> Outcome {
        Outcome(.wrongMethod(allowed: allowed), operation: Label.unknown, code: Label.methodNotAllowed)
    }

    func strangeHost() -> Outcome {
        let fault = ServiceFault(
            .accessDenied,
            "This server answers under its own names only: call it by its base URL, or set GATEHOUSE_BASE_URL."
        )
        return Outcome(JSONAnswer.fault(fault, status: 403), operation: Label.unknown, fault: fault)
    }

    func forwarded() -> Outcome {
        let fault = ServiceFault(
            .accessDenied,
            "A proxy passed this request on, and its visitors could read the outbox: set GATEHOUSE_OUTBOX to false."
        )
        return Outcome(JSONAnswer.fault(fault, status: 403), operation: Label.unknown, fault: fault)
    }

    func tooManyRequests(_ request: GatewayRequest, _ requestID: String) -> Outcome {
        unread(request, .rateExceeded, requestID: requestID)
    }

    /// Refuses a request of the JSON services that would wait too long.
    func shed(_ operation: OperationRoute, because overload: Overload) -> Outcome {
        Outcome(JSONAnswer.fault(overload.fault), operation: operation.name, fault: overload.fault)
    }

    /// Refuses a request whose body was not read, in the protocol of the request; `status` is by default that of the
    /// fault's code.
    func unread(_ request: GatewayRequest, _ fault: ServiceFault, status: Int? = nil, requestID: String) -> Outcome {
        let answer =
            request.asksInForm
            ? XMLAnswer.fault(fault.inQueryTerms, status: status, requestID: requestID)
            : JSONAnswer.fault(fault, status: status)
        return Outcome(answer, operation: Label.unread, fault: fault)
    }

    func tooLarge() -> Outcome {
        let fault = ServiceFault(
            "RequestEntityTooLargeException", "The body is longer than \(settings.maximumBodySize) bytes."
        )
        return Outcome(JSONAnswer.fault(fault, status: 413), operation: Label.unknown, code: Label.tooLarge)
    }
}
