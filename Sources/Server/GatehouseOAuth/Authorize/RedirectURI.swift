// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseSites
import GatehouseText

/// An address to which a client lets the server redirect browsers; it can be created from a registered address only.
package struct RedirectURI: Sendable, Equatable {
    /// The schemes that run or read something in the browser instead of opening an app.
    private static let refusedSchemes: Set<String> = [
        "javascript", "data", "vbscript", "blob", "about", "file", "filesystem", "view-source", "ws", "wss",
    ]

    /// The address as it is registered.
    package let text: String
    /// Whether the address is one of the web, to which a browser can send forms.
    package var isDocument: Bool { policySource.utf8.last != UInt8(ascii: ":") }
    /// The source of the address in the directive `form-action` of a content security policy: the origin of a web
    /// address, or the scheme of an app.
    package let policySource: String

    /// Creates the address `text` if a client has registered it; `nil` for every other address.
    ///
    /// The addresses must have the same bytes, so neither an escape, nor the case of a letter, nor a dot segment makes
    /// two of them equal (RFC 9700, section 4.1.3). An address with a fragment is refused, and so is one of the scheme
    /// `http` whose host is not this machine.
    package init?(_ text: String, registered: [String]?) {
        guard let registered, registered.contains(where: { $0.hasBytes(of: text) }),
            text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "#") }),
            let source = Self.policySource(of: text)
        else { return nil }
        self.text = text
        policySource = source
    }

    private static func policySource(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), isScheme(text.utf8[..<colon]) else { return nil }
        let scheme = text[..<colon].lowercased()
        guard !refusedSchemes.contains(scheme) else { return nil }
        guard scheme == "https" || scheme == "http" else { return scheme + ":" }
        let rest = text.utf8[text.utf8.index(after: colon)...]
        guard rest.starts(with: "//".utf8) else { return nil }
        let authority = String(Substring(rest.dropFirst(2).prefix { !isEndOfAuthority($0) }))
        guard let host = Authority(authority)?.host.lowercased() else { return nil }
        guard scheme == "https" || LoopbackHost.namesInURLs.contains(host) else { return nil }
        return "\(scheme)://\(authority)"
    }

    private static func isEndOfAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "\\")
    }

    private static func isScheme(_ text: Substring.UTF8View) -> Bool {
        guard let first = text.first, isLetter(first) else { return false }
        return text.allSatisfy { isLetter($0) || 0x30...0x39 ~= $0 || "+-.".utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }
}
