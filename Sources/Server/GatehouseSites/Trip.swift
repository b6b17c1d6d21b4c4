// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// A request in flight, from its head to its response: the one value that the socket, the gateway and a route share.
package struct Trip: Sendable {
    /// The request, with the address of the client instead of a trusted proxy's; its body is empty until it has arrived.
    package var request: GatewayRequest
    /// The values of the path's parameters in their order, percent-encoded as received.
    package var parameters: [String]
    /// The id of the request in its response and in the log.
    package let requestID: String
    /// The time at which the head was read.
    package let start = ContinuousClock.now
    /// The routes that may respond.
    package var finding: RouteTable.Finding
    /// The work that the head names, if the request is admitted by it.
    package var work: RouteWork?
    /// The place in the queues of a request that was admitted with its complete body.
    package var admitted: AdmittedRequest?
    /// The memory that the request holds, if it is counted.
    package var memory: HeldMemory?

    /// Creates the trip of a request.
    package init(
        request: GatewayRequest, parameters: [String] = [], requestID: String, finding: RouteTable.Finding = .nowhere
    ) {
        self.request = request
        self.parameters = parameters
        self.requestID = requestID
        self.finding = finding
    }

    /// Makes the request leave its queues and releases its memory.
    package func end() {
        admitted?.leave()
        memory?.giveBack()
    }
}

extension Trip {
    /// What follows from the part of a request that has arrived.
    package enum Next: Sendable {
        /// The response, for which nothing more is read or done.
        case respond(GatewayResponse)
        /// The head was accepted, and the body is to be gathered.
        case gather(Trip)
        /// The request is to be handled in a task, without more of its body.
        case run(Trip)
        /// The route decides in a task whether the connection changes to WebSockets.
        case upgrade(Trip)
    }

    /// The answer to a request to change to WebSockets.
    package enum Upgrade: Sendable {
        /// The response of HTTP with which the request is refused.
        case respond(GatewayResponse)
        /// The response with which the connection changes, the subprotocol, the status at a shutdown, and the function
        /// that serves the messages.
        case serve(
            GatewayResponse, subprotocol: String?, atShutdown: SocketClose,
            @Sendable (any SocketConnection) async -> SocketClose)
    }
}
