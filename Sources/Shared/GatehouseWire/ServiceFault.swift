// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The error of an operation: a service's fault, or the reason why no answer arrived.
package struct ServiceFault: Error, Sendable {
    /// The origin of a fault.
    package enum Origin: Sendable, Hashable {
        /// The service refused or failed.
        case service
        /// No answer came.
        case transport
        /// An answer came that cannot be understood.
        case garbled
    }

    /// The error code, for programs.
    package var code: Code
    /// The error message; safe to show to the caller.
    package var message: String
    /// Further modelled members, such as `reasonCode`.
    package var members: [WireName: WireValue]
    /// The origin of the fault.
    package var origin: Origin
    /// The local cause of the fault; never sent, never printed.
    package var cause: (any Error)?

    /// Creates a fault.
    package init(
        _ code: Code,
        _ message: String,
        members: [WireName: WireValue] = [:],
        origin: Origin = .service,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.members = members
        self.origin = origin
        self.cause = cause
    }
}

extension ServiceFault: Equatable {
    /// Compares everything but the cause.
    package static func == (left: ServiceFault, right: ServiceFault) -> Bool {
        left.code == right.code && left.message == right.message && left.members == right.members
            && left.origin == right.origin
    }
}

extension ServiceFault: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(code.rawValue): \(message)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["code": code.rawValue, "message": message]) }
}
