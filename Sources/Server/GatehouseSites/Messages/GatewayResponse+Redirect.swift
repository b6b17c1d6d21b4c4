// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension GatewayResponse {
    /// The statuses of redirects after which a browser does not repeat a POST with its body, as it does after 307 and
    /// 308.
    package enum Redirect: Int, Sendable {
        /// Found; browsers change POST to GET.
        case found = 302
        /// See Other; every client changes POST to GET.
        case seeOther = 303
    }

    /// A redirect; bytes of the location that a URL cannot have, such as line feeds, become escapes.
    package static func redirect(to location: String, _ status: Redirect = .seeOther) -> GatewayResponse {
        GatewayResponse(status: status.rawValue, headers: [("Location", escaped(location))])
    }

    private static func escaped(_ location: String) -> String {
        guard !location.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return location }
        return location.utf8.reduce(into: "") { text, byte in
            if 0x21...0x7E ~= byte {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += byte < 16 ? "%0" : "%"
                text += String(byte, radix: 16, uppercase: true)
            }
        }
    }
}
