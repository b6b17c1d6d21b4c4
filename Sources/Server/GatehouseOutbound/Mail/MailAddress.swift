// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A mail address without characters that could end an SMTP command or a header.
package struct MailAddress: Sendable, Equatable {
    /// `local@domain`.
    package let address: String
    /// The display name before the address, if there is one.
    package let name: String?

    /// Parses `local@domain`; `nil` for any other text.
    package init?(_ text: String, name: String? = nil) {
        // The text is split by bytes: servers find an `@` that Swift would hide in a character of several scalars.
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 254, parts[0].count <= 64,
            !parts[0].isEmpty, !parts[1].isEmpty, text.unicodeScalars.allSatisfy(Self.mayStand)
        else { return nil }
        if let name {
            guard name.utf8.count <= 256, name.unicodeScalars.allSatisfy({ !Self.isControl($0) }) else { return nil }
        }
        address = text
        self.name = name.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Parses `local@domain` or `Name <local@domain>`; `nil` for any other text.
    package init?(mailbox text: String) {
        guard text.hasSuffix(">"), let open = text.lastIndex(of: "<") else {
            self.init(text)
            return
        }
        let address = text[text.index(after: open)...].dropLast()
        var name = text[..<open].drop { $0 == " " }
        while name.last == " " { name.removeLast() }
        if name.count >= 2, name.hasPrefix("\""), name.hasSuffix("\"") { name = name.dropFirst().dropLast() }
        self.init(String(address), name: String(name))
    }

    /// The part after the last `@`.
    package var domain: String {
        address.utf8.split(separator: UInt8(ascii: "@")).last.map { String(Substring($0)) } ?? ""
    }

    /// Whether the address can be sent to servers without SMTPUTF8 (RFC 6531).
    var isASCII: Bool { address.utf8.allSatisfy { $0 < 0x80 } }

    /// The address in the form of a header.
    var header: String {
        guard let name else { return address }
        return "\(EncodedWord.phrase(name)) <\(address)>"
    }

    /// Whether the scalar is allowed in an address; quoted local parts are not, because they are rare and parsers
    /// disagree about them.
    private static func mayStand(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x80 else {
            return scalar.value > 0x20 && scalar.value != 0x7F && !"<>()[]:;,\\\"".unicodeScalars.contains(scalar)
        }
        return !isControl(scalar) && !scalar.properties.isWhitespace
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

extension MailAddress: CustomStringConvertible {
    package var description: String { header }
}
