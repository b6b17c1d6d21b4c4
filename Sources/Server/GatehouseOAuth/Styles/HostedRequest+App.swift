// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import GatehouseWire

/// The parameters with which an app's own sign-in gets a part of the app's look; the pages keep them in their query.
enum AppLook {
    /// The colour behind the form: `#` and six hexadecimal digits.
    ///
    /// Another value is ignored.
    static let background = "gatehouse_background"
    /// `true` for pages with a link that ends the sign-in.
    static let cancel = "gatehouse_cancel"

    /// The digits of a colour.
    static func digits(of color: String?) -> String? {
        guard let color, color.utf8.count == 7, color.utf8.first == UInt8(ascii: "#") else { return nil }
        let digits = color.dropFirst().lowercased()
        return digits.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 } ? digits : nil
    }
}

extension HostedRequest {
    /// The colour that the app wants behind the form, as six hexadecimal digits.
    var appBackground: String? { AppLook.digits(of: parameters.value(WireName(AppLook.background))) }

    /// The address to which a user returns by ending the sign-in: the redirect URI, with an error (RFC 6749, section
    /// 4.1.2.1); `nil` if the app does not want that link.
    ///
    /// Only a response in a query is a link; the redirect URI is verified.
    func cancelAddress(at redirectURI: RedirectURI?) -> String? {
        guard let redirectURI, parameters.value(WireName(AppLook.cancel)) == "true",
            parameters.value("response_type") == ResponseType.code.rawValue,
            parameters.value("response_mode").map({ $0 == ResponseMode.query.rawValue }) ?? true
        else { return nil }
        let error = AuthorizeErrorResponse(
            .accessDenied, "The user cancelled", to: redirectURI, mode: .query, state: parameters.value("state"))
        return AuthorizeResponse(error, issuer: issuer).location
    }
}
