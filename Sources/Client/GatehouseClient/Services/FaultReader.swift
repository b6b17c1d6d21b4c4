// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// Reads error answers of the JSON services.
enum FaultReader {
    static func read(_ response: TransportResponse) -> FailedAttempt {
        let members = (try? WireValue(json: response.body))?.objectValue ?? [:]
        guard let code = code(response, members) else { return unknown(response.status) }
        let message = members["message"] ?? members["Message"]
        let fault = ServiceFault(
            code,
            message?.stringValue ?? response.header("x-amzn-ErrorMessage") ?? "",
            members: members.filter { !["__type", "code", "message", "Message"].contains($0.key) }
        )
        return FailedAttempt(fault: fault, effect: effect(status: response.status, code: code))
    }

    static func effect(status: Int, code: ServiceFault.Code) -> FailedAttempt.Effect {
        if code.isThrottle || status == 429 { return .none }
        return status >= 500 || code.isFailure ? .unknown : .decided
    }

    /// An answer that no service wrote: a proxy's error page, a captive portal.
    static func unknown(_ status: Int) -> FailedAttempt {
        FailedAttempt(
            fault: .garbled("The answer, HTTP status \(status), is not the service's."),
            effect: status == 429 ? .none : status >= 500 ? .unknown : .decided
        )
    }

    private static func code(_ response: TransportResponse, _ members: [WireName: WireValue]) -> ServiceFault.Code? {
        let candidates = [
            response.header("x-amzn-ErrorType"), members["__type"]?.stringValue, members["code"]?.stringValue,
        ]
        return candidates.lazy.compactMap { $0.flatMap(name) }.first.map(ServiceFault.Code.init(rawValue:))
    }

    /// Cuts `namespace#Name:uri` down to the name.
    private static func name(_ text: String) -> String? {
        let head = text.utf8.prefix { $0 != UInt8(ascii: ":") }
        let name = head.split(separator: UInt8(ascii: "#"), omittingEmptySubsequences: false).last ?? head
        let isName = (1...128).contains(name.count) && name.allSatisfy(isNamePart)
        return isName ? String(Substring(name)) : nil
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
