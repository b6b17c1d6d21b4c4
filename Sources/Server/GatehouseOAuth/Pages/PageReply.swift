// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseSites
package import GatehouseWire

/// The reply of a page's controller: the response, and the fault that the page shows.
package struct PageReply: Sendable {
    /// The response.
    package var response: GatewayResponse
    /// The fault of the operation behind the form, for logs and metrics; `nil` if it succeeded.
    package var fault: ServiceFault?

    /// Creates a reply.
    package init(_ response: GatewayResponse, fault: ServiceFault? = nil) {
        self.response = response
        self.fault = fault
    }

    /// The outcome of a route.
    package func outcome(of label: String) -> Outcome {
        guard let fault else { return Outcome(response, operation: label) }
        return Outcome(response, operation: label, fault: fault)
    }
}
