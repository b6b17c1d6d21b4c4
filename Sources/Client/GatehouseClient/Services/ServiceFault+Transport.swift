// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

extension ServiceFault {
    /// The fault of a call that got no answer.
    ///
    /// - Parameters:
    ///   - error: the reason why no answer came; it becomes the cause.
    ///   - call: the operation and the address, for the message.
    package init(_ error: TransportError, of call: String? = nil) {
        self.init(
            Code(rawValue: "Transport.\(error.kind.rawValue)"),
            call.map { "\($0) failed: \(error)" } ?? "\(error)",
            origin: .transport,
            cause: error
        )
    }

    /// The fault of a call whose answer is not the service's, or cannot be understood.
    ///
    /// - Parameter text: the error in the answer, without a quotation of the answer.
    /// - Returns: a fault of origin `.garbled`.
    package static func garbled(_ text: String) -> ServiceFault {
        ServiceFault("GarbledAnswer", text, origin: .garbled)
    }

    /// The fault of a call whose task was cancelled.
    package static var cancelled: ServiceFault { ServiceFault(TransportError(.cancelled)) }

    /// The kind of transport error, for faults of origin `.transport`.
    package var transportKind: TransportError.Kind? { (cause as? TransportError)?.kind }
}
