// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// The reason for refusing a request: it would have waited too long in this queue.
package enum Overload: String, Error, Sendable, CaseIterable {
    case computing
    case writing
    case reading
    /// The event loops, which parse requests and do their short work.
    case serving
    /// Hashes of imported passwords.
    case hashing
    /// Programs of triggers.
    case programs

    /// The longest expected wait of a request that is admitted, in nanoseconds.
    package static let longestWait = 250_000_000
    /// The number of requests in progress below which none is refused: where so few wait for long, the machine is slow
    /// or its disk stalls, and refusals would not help.
    package static let fewestRequests = 16

    init(_ resource: WorkResource) {
        self =
            switch resource {
            case .computing: .computing
            case .writing: .writing
            case .reading: .reading
            }
    }

    /// The fault for the refused request.
    ///
    /// The AWS SDKs repeat it after a random pause of up to a second, since the code means that nothing was done.
    package var fault: ServiceFault {
        ServiceFault("TooManyRequestsException", "The server is busy: try again in a moment.", cause: self)
    }
}

extension ServiceFault {
    /// The queue that was too long for the request, if this fault refuses it for that reason.
    package var overload: Overload? { cause as? Overload }
}
