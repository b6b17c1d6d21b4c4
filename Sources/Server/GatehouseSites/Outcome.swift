// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseWire

/// A response, with the values that logs and metrics use.
package struct Outcome: Sendable {
    /// The code of a request whose client has gone before the work for it began.
    private static let clientGone = "ClientGone"

    /// The length of a note in characters: parts of it come from requests.
    private static let longestNote = 1_000

    package var response: GatewayResponse
    /// The operation's or the document's name, from a closed list, because it becomes a label.
    package let operation: String
    /// `OK`, or the code of the fault, from a closed list as well.
    package let code: String
    /// The fault that refuses the request; logs contain its message only where it is safe.
    package let fault: ServiceFault?
    /// The error behind an unexpected fault, for the log only.
    package let cause: (any Error)?
    /// What the log says about a refusal beyond the response, such as the parameter that is missing; it has no query, no
    /// secret and no name of a user.
    package var note: String? {
        didSet { note = note.map { String($0.prefix(Self.longestNote)) } }
    }
    /// The id of the data API that the request names, for the log; only ids that are stored.
    package var api: String?
    /// The operation's input, if the body was parsed; logs and metrics read a few members of it.
    package var input: OperationInput?
    /// The operation's output, if it succeeded; metrics read a member of it.
    package var output: (any WireStructure)?
    /// The clients that may read the response; a route's by default.
    package var audience: Audience?
    /// Whether programs and pages repeat such requests automatically; a developer's log omits them.
    package var isRoutine = false
    /// The client and the user of the access token that a successful operation has verified.
    package var caller: ProvenCaller.Names?

    /// Creates an outcome with its code.
    package init(_ response: GatewayResponse, operation: String, code: String = "OK", cause: (any Error)? = nil) {
        self.response = response
        self.operation = operation
        self.code = code
        self.cause = cause
        fault = nil
    }

    /// Creates the outcome of a request that a fault refuses.
    package init(_ response: GatewayResponse, operation: String, fault: ServiceFault) {
        self.response = response
        self.operation = operation
        self.fault = fault
        cause = fault.cause
        code = fault.cause is ClientGone ? Self.clientGone : fault.code.rawValue
    }

    /// The same outcome for an audience, unless it has one.
    package func intended(for audience: Audience, isRoutine: Bool = false) -> Outcome {
        guard self.audience == nil else { return self }
        var outcome = self
        outcome.audience = audience
        outcome.isRoutine = isRoutine
        return outcome
    }

    /// The same outcome, whose response has a place among the open streams until all of its chunks are written.
    package func streaming(in place: StreamPlace) -> Outcome {
        guard let stream = response.stream else { return self }
        var outcome = self
        outcome.response.stream = { writer in
            defer { place.leave() }
            try await stream(writer)
        }
        return outcome
    }

    /// Whether the client has gone before the work for the request began; it gets no response.
    package var isAbandoned: Bool { cause is ClientGone }

    /// The reason why a signed or federated call is refused.
    package var refusalReason: (any RefusalReason)? { cause as? any RefusalReason }
}
