// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehouseWire

/// Creates responses of the JSON services (AWS JSON 1.1).
package enum JSONAnswer {
    /// The largest length of an error message in a header, in bytes; a message may repeat input of the caller.
    private static let headerLimit = 1_024
    private static let contentType = (name: "Content-Type", value: "application/x-amz-json-1.1")

    /// The response with the output of an operation.
    package static func success(_ output: any WireStructure) -> GatewayResponse {
        GatewayResponse(status: 200, headers: [contentType], body: output.json())
    }

    /// The response with an object.
    package static func success(_ output: WireValue) -> GatewayResponse {
        GatewayResponse(status: 200, headers: [contentType], body: output.json())
    }

    /// The error response: `__type` and `message`, the same in headers, and the fault's other members.
    package static func fault(_ fault: ServiceFault, status: Int? = nil) -> GatewayResponse {
        var members = fault.members
        members["__type"] = .string(fault.code.rawValue)
        members["message"] = .string(fault.message)
        if fault.code == .accessDenied { members["Message"] = .string(fault.message) }
        let status = status ?? fault.answerStatus
        var headers = [
            contentType,
            (name: "x-amzn-ErrorType", value: "\(fault.code.rawValue):"),
            (name: "x-amzn-ErrorMessage", value: fault.message.printable(limit: headerLimit)),
        ]
        if status == 503 { headers.append(fault.retryAfter) }
        return GatewayResponse(status: status, headers: headers, body: WireValue.object(members).json())
    }
}

extension ServiceFault {
    /// The status of the response: an overload is the server's condition, although its code is that of a rate limit.
    package var answerStatus: Int { overload == nil ? code.httpStatus : 503 }

    /// The header of a response with status 503 that names the pause before another attempt.
    package var retryAfter: (name: String, value: String) {
        overload == nil ? CommonHeaders.retryAfter : CommonHeaders.retryAfterOverload
    }
}
