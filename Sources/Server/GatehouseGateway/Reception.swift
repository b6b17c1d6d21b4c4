// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import GatehouseCrypto

/// The gateway's decision about a request by its head.
package enum Reception: Sendable {
    /// The response to a request whose body is not read.
    case refused(GatewayResponse)
    /// The request is to be handled with ``Gateway/respond(to:receiving:)``.
    case accepted(ReceivedRequest)
}

/// A request whose head was accepted, with what was found for it.
package struct ReceivedRequest: Sendable {
    /// The head, with the address of the client instead of a trusted proxy's.
    var request: GatewayRequest
    let finding: RouteTable.Finding
    /// The operation that the head names, if its requests are admitted by their work.
    let operation: OperationRoute?
    let arrival: Arrival
}

/// The id and the time of a request that has arrived.
struct Arrival: Sendable {
    let requestID: String
    let time = ContinuousClock.now
}

extension Gateway {
    /// Decides by its head whether a request is handled; the `body` of `request` is not used.
    ///
    /// `loop` is the request's wait for its event loop.
    package func receive(_ request: GatewayRequest, behind loop: LoopWait = .none) -> Reception {
        let request = identified(request)
        let arrival = Arrival(requestID: entropy.uuid())
        if let refusal = refusal(of: request, requestID: arrival.requestID) {
            return .refused(response(to: arrival, refusal))
        }
        let finding = find(method: request.method, path: request.path)
        guard let admission = finding.admission, let operation = admission.operation(of: request) else {
            return .accepted(ReceivedRequest(request: request, finding: finding, operation: nil, arrival: arrival))
        }
        if let overload = admission.refusal(of: operation, behind: loop) {
            return .refused(response(to: arrival, shed(operation, because: overload)))
        }
        return .accepted(
            ReceivedRequest(request: request, finding: finding, operation: operation, arrival: arrival))
    }

    /// Adds the common headers to a response, and records it in logs and metrics.
    func response(to arrival: Arrival, _ answer: Outcome) -> GatewayResponse {
        var outcome = answer
        outcome.response.headers += CommonHeaders.all(requestID: arrival.requestID, date: clock.now)
        if outcome.allowsOtherOrigins { outcome.response.headers += CommonHeaders.crossOrigin }
        observer.observe(outcome, requestID: arrival.requestID, took: ContinuousClock.now - arrival.time)
        return outcome.response
    }
}
