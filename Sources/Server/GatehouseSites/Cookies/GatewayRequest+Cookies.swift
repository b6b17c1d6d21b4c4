// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension GatewayRequest {
    /// The value of a cookie; `nil` if the request has no or several cookies with the name.
    ///
    /// Another host of the domain, or another path, can add a cookie with the same name, and their order does not show
    /// which one this server has set.
    package func cookie(_ name: CookieName) -> String? {
        let values = cookieValues(name)
        return values.count == 1 ? values[0] : nil
    }

    /// The values of all cookies with a name, in their order.
    ///
    /// The headers are split by bytes, and only spaces and tabs are removed: otherwise, a name with other
    /// blanks before it would count as one with a protected prefix, which browsers did not check.
    package func cookieValues(_ name: CookieName) -> [String] {
        headers.lazy.filter { HeaderName.areEqual($0.name, "Cookie") }
            .flatMap { $0.value.utf8.split(separator: UInt8(ascii: ";")) }
            .compactMap { Self.value(of: name.text, in: $0) }
    }

    private static func value(of name: String, in pair: Substring.UTF8View) -> String? {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var pair = pair.drop(while: isBlank)
        while let last = pair.last, isBlank(last) { pair.removeLast() }
        guard let end = pair.firstIndex(of: UInt8(ascii: "=")), pair[..<end].elementsEqual(name.utf8) else {
            return nil
        }
        return String(Substring(pair[pair.index(after: end)...]))
    }
}
