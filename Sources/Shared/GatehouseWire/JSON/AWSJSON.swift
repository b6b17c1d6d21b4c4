// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// AWS JSON 1.1: requests, answers and faults as bodies.
package enum AWSJSON {
    /// What the `Content-Type` of every message says.
    package static let contentType = "application/x-amz-json-1.1"

    /// Reads the body of a request; an empty one counts as `{}`.
    ///
    /// - Parameter body: The body.
    /// - Returns: An object.
    /// - Throws: A serialization fault if the body is no JSON object.
    package static func request(_ body: Data) throws(ServiceFault) -> WireValue {
        try object(body, origin: .service)
    }

    /// Reads the body of an answer; an empty one counts as `{}`.
    ///
    /// - Parameter body: The body.
    /// - Returns: An object.
    /// - Throws: A serialization fault of garbled origin if the body is no JSON object.
    package static func answer(_ body: Data) throws(ServiceFault) -> WireValue {
        try object(body, origin: .garbled)
    }

    /// Writes a fault as a body: `__type`, `message` and the fault's further members.
    package static func body(of fault: ServiceFault) -> Data {
        var members = fault.members
        members["__type"] = .string(fault.code.rawValue)
        members["message"] = .string(fault.message)
        return WireValue.object(members).json()
    }

    /// Reads a fault from an answer whose status is not a success.
    ///
    /// - Parameters:
    ///   - body: The body; it may lack anything.
    ///   - errorType: The header `x-amzn-ErrorType`, which tells the code if the body does not.
    ///   - status: The status, for answers that say nothing else.
    /// - Returns: The fault; of garbled origin if neither header nor body name a code.
    package static func fault(body: Data, errorType: String?, status: Int) -> ServiceFault {
        // A gateway in between may answer with a page; then the status is all there is.
        var members = (try? WireValue(json: body))?.objectValue ?? [:]
        let types = [errorType, members["__type"]?.stringValue, members["code"]?.stringValue]
        let code = types.compactMap { $0 }.map(bareCode).first { !$0.isEmpty }
        let message = members["message"]?.stringValue ?? members["Message"]?.stringValue ?? ""
        for name in ["__type", "code", "message", "Message"] { members[name] = nil }
        guard let code else {
            return ServiceFault(.internalError, "The answer has status \(status) and no fault", origin: .garbled)
        }
        return ServiceFault(ServiceFault.Code(rawValue: code), message, members: members)
    }

    /// The code without a name space before `#` and a remark after `:`.
    private static func bareCode(_ type: String) -> String {
        let name = type.split(separator: ":", omittingEmptySubsequences: false).first ?? ""
        return String(name.split(separator: "#").last ?? "").trimmingCharacters(in: .whitespaces)
    }

    private static func object(_ body: Data, origin: ServiceFault.Origin) throws(ServiceFault) -> WireValue {
        guard !body.isEmpty else { return .object([:]) }
        do {
            let value = try WireValue(json: body)
            if value.objectValue != nil { return value }
        } catch {
            throw ServiceFault(.serialization, "The body is not JSON", origin: origin, cause: error)
        }
        throw ServiceFault(.serialization, "The body is not a JSON object", origin: origin)
    }
}
