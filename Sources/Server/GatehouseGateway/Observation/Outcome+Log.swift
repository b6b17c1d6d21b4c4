// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseSites
import GatehouseWire

/// The values that the log and the metrics derive from an outcome.
extension Outcome {
    /// The queue that was too long for the request.
    var overload: Overload? { fault?.overload }

    /// Whether the server failed, also where a redirect takes the error to a page or to a client.
    var isFailure: Bool {
        !isAbandoned && (response.status >= 500 || (fault.map { $0.code.httpStatus >= 500 } ?? false))
    }

    /// The reason of a failure that lasts until an operator removes its cause; `nil` for other outcomes.
    var outage: String? {
        if let reason = cause as? NotReady { return reason.description }
        // The description names the provider and its fault.
        if isFailure, let refusal = refusalReason, refusal.refusedBy == "provider_unavailable" { return "\(refusal)" }
        guard let possible = cause as? any StoreFailure, possible.isOutage else { return nil }
        return "\(possible)"
    }

    /// The reason for a refusal, without contents of the request, for a developer's log only.
    ///
    /// It is the fault's message, unless that may contain members of the request or text of a trigger, which can be
    /// secrets.
    var reason: String? {
        guard let fault else { return nil }
        if case .functionError = fault.cause as? TriggerFailure { return "A trigger of the pool refused the request." }
        guard !fault.message.contains("Value '") else {
            return "Members of the request do not satisfy the service's model; the response lists them."
        }
        return fault.message
    }
}
