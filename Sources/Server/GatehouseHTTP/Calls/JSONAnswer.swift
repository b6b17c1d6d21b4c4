// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// Answers of the JSON services (AWS JSON 1.1).
enum JSONAnswer {
    private static let contentType = (name: "Content-Type", value: "application/x-amz-json-1.1")

    static func success(_ output: WireValue) -> GatewayResponse {
        GatewayResponse(status: 200, headers: [contentType], body: output.json())
    }

    /// The error envelope: `__type` and `message`, the same in headers, and further modelled members.
    static func fault(_ fault: ServiceFault, status: Int? = nil) -> GatewayResponse {
        var members = fault.members
        members["__type"] = .string(fault.code.rawValue)
        members["message"] = .string(fault.message)
        if fault.code == .accessDenied { members["Message"] = .string(fault.message) }
        let headers = [
            contentType,
            (name: "x-amzn-ErrorType", value: "\(fault.code.rawValue):"),
            (name: "x-amzn-ErrorMessage", value: headerText(fault.message)),
        ]
        let body = WireValue.object(members).json()
        return GatewayResponse(status: status ?? fault.code.httpStatus, headers: headers, body: body)
    }

    /// A message may repeat what the caller sent; a header holds neither line ends nor much text.
    private static func headerText(_ message: String) -> String {
        String(decoding: message.utf8.prefix(1_024).map { (0x20...0x7E).contains($0) ? $0 : 0x3F }, as: UTF8.self)
    }
}
