// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// Reads error answers of the JSON services.
enum FaultReader {
    static func read(_ response: TransportResponse) -> FailedAttempt {
        let members = (try? WireValue(json: response.body))?.objectValue ?? [:]
        guard let code = code(response, members) else { return unknown(response) }
        let message = members["message"] ?? members["Message"]
        let fault = ServiceFault(
            code,
            message?.stringValue ?? response.header("x-amzn-ErrorMessage") ?? "",
            members: members.filter { !["__type", "code", "message", "Message"].contains($0.key) }
        )
        return failure(fault, in: response)
    }

    /// A failed attempt by the service's own fault.
    static func failure(_ fault: ServiceFault, in response: TransportResponse) -> FailedAttempt {
        FailedAttempt(
            fault: fault,
            effect: effect(status: response.status, code: fault.code),
            retryAfter: RetryAfter(response)
        )
    }

    private static func effect(status: Int, code: ServiceFault.Code) -> FailedAttempt.Effect {
        if code.isThrottle || status == 429 { return .none }
        return status >= 500 || code.isFailure ? .unknown : .decided
    }

    /// An answer that no service wrote: a proxy's error page, a captive portal.
    static func unknown(_ response: TransportResponse) -> FailedAttempt {
        let status = response.status
        return FailedAttempt(
            fault: .garbled("The answer, HTTP status \(status), is not the service's."),
            effect: status == 429 ? .none : status >= 500 ? .unknown : .decided,
            retryAfter: RetryAfter(response)
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
