// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseText

/// Answers of the AWS query protocol: XML with the operation's result or a fault.
package enum QueryAnswer {
    /// The `Content-Type` of a response.
    package static let contentType = "text/xml"

    /// Writes a result.
    ///
    /// - Parameters:
    ///   - result: The operation's output, an object.
    ///   - operation: The operation's name.
    ///   - service: The service, for its name space.
    ///   - requestId: The identifier of the request.
    /// - Returns: The document in UTF-8.
    package static func body(
        of result: WireValue, operation: String, service: ServiceIdentity, requestId: String
    ) -> Data {
        var writer = XMLWriter()
        writer.element("\(operation)Response", namespace: service.xmlNamespace) { writer in
            writer.element("\(operation)Result") { $0.write(result) }
            writer.element("ResponseMetadata") { $0.element("RequestId") { $0.text(requestId) } }
        }
        return Data(writer.output.utf8)
    }

    /// Writes a fault.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - service: The service, for its name space.
    ///   - requestId: The identifier of the request.
    /// - Returns: The document in UTF-8.
    package static func body(of fault: ServiceFault, service: ServiceIdentity, requestId: String) -> Data {
        var writer = XMLWriter()
        writer.element("ErrorResponse", namespace: service.xmlNamespace) { writer in
            writer.element("Error") { writer in
                writer.element("Type") { $0.text(fault.code.httpStatus < 500 ? "Sender" : "Receiver") }
                writer.element("Code") { $0.text(fault.code.rawValue) }
                writer.element("Message") { $0.text(fault.message) }
            }
            writer.element("RequestId") { $0.text(requestId) }
        }
        return Data(writer.output.utf8)
    }

    /// Reads a result.
    ///
    /// - Parameters:
    ///   - body: The document.
    ///   - operation: The operation's name.
    /// - Returns: The operation's output, an object of texts, lists and objects.
    /// - Throws: A serialization fault of garbled origin if the document is not a response of the operation.
    package static func result(_ body: Data, operation: String) throws(ServiceFault) -> WireValue {
        let root: XMLElement
        do {
            root = try XMLElement(parsing: body)
        } catch {
            throw ServiceFault(.serialization, "The answer is not XML", origin: .garbled, cause: error)
        }
        guard root.name.hasBytes(of: "\(operation)Response") else {
            throw ServiceFault(.serialization, "The answer belongs to another operation", origin: .garbled)
        }
        // Operations without a result answer with metadata only.
        return root.child("\(operation)Result").map { .object($0.members) } ?? .object([:])
    }

    /// Reads a fault from an answer whose status is not a success.
    ///
    /// - Parameters:
    ///   - body: The document; it may be anything.
    ///   - status: The status, for answers that say nothing else.
    /// - Returns: The fault; of garbled origin if the document names no code.
    package static func fault(body: Data, status: Int) -> ServiceFault {
        // A gateway in between may answer with a page; then the status is all there is.
        let root = try? XMLElement(parsing: body)
        let error = root?.child("Error") ?? root?.child("Errors")?.child("Error")
        guard let error, let code = error.child("Code")?.text, !code.isEmpty else {
            return ServiceFault(.queryInternalFailure, "The answer has status \(status) and no fault", origin: .garbled)
        }
        return ServiceFault(ServiceFault.Code(rawValue: code), error.child("Message")?.text ?? "")
    }
}
