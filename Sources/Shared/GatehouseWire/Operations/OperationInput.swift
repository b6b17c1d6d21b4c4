// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The request of an operation as it came over the wire.
package enum OperationInput: Sendable {
    /// A JSON document, which is an object.
    case document(WireDocument)
    /// An object that is a value already: the fields of a form.
    case form(WireValue)

    /// The whole request, an object; of a document, it is made for each call.
    package var value: WireValue {
        switch self {
        case .document(let document): document.value
        case .form(let value): value
        }
    }

    /// A member of the request; nil if it has no such member.
    package subscript(name: String) -> WireValue? {
        switch self {
        case .document(let document): document[name]
        case .form(let value): value[name]
        }
    }
}

extension WireStructure {
    /// Reads a request and holds it to the model.
    ///
    /// - Parameters:
    ///   - input: The request.
    ///   - service: The service addressed: its form of messages and its code for violations.
    /// - Throws: The service's validation fault that lists all violations, or a serialization fault.
    init(validating input: OperationInput, for service: ServiceIdentity) throws(ServiceFault) {
        switch input {
        case .document(let document): try self.init(validating: document, for: service)
        case .form(let value): try self.init(validating: value, for: service)
        }
    }
}
