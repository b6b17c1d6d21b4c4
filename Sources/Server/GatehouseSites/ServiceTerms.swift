// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// How the services of a site answer requests that none of its routes handles, and what their sign-ins are.
///
/// The gateway refuses requests before their routes see them, and counts sign-ins, without knowing a service.
package struct ServiceTerms: Sendable {
    /// The outcome of a request that is signed for a service that the server does not have; `nil` for any other request.
    package let foreign: @Sendable (GatewayRequest, _ requestID: String) -> Outcome?
    /// The response with a fault in the query protocol, with the codes of that protocol; `status` is by default the
    /// status of the fault's code.
    package let queryFault: @Sendable (ServiceFault, _ status: Int?, _ requestID: String) -> GatewayResponse
    /// The step of a sign-in that an outcome ends; `nil` for the outcome of another operation.
    package let signIn: @Sendable (Outcome) -> SignInResult?

    /// Creates the terms of services.
    package init(
        foreign: @escaping @Sendable (GatewayRequest, _ requestID: String) -> Outcome?,
        queryFault: @escaping @Sendable (ServiceFault, _ status: Int?, _ requestID: String) -> GatewayResponse,
        signIn: @escaping @Sendable (Outcome) -> SignInResult?
    ) {
        self.foreign = foreign
        self.queryFault = queryFault
        self.signIn = signIn
    }
}

/// A step of a sign-in and its result, for metrics.
package struct SignInResult: Hashable, Sendable {
    /// The flow or the challenge, from a closed list.
    package let step: String
    /// `signed_in`, `challenged`, or the code of the fault.
    package let result: String

    /// Creates a result.
    package init(step: String, result: String) {
        self.step = step
        self.result = result
    }
}
