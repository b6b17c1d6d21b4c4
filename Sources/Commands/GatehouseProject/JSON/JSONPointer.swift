// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// The place of a value in a JSON document (RFC 6901).
package struct JSONPointer: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The names of members and the indices of elements, from the root down.
    package let tokens: [String]

    /// The whole document.
    package static let root = JSONPointer([])

    /// Makes a pointer from names of members and indices, which are not escaped.
    package init(_ tokens: [String]) {
        self.tokens = tokens
    }

    /// Reads a pointer, for example `/auth/shop~1web/0`; a text without a leading `/` is the root.
    package init(stringLiteral value: String) {
        let parts = value.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        tokens = parts.map { part in
            Self.replace(Self.replace(String(part) ?? "", "~1", "/"), "~0", "~")
        }
    }

    /// The pointer of a member or an element of the value.
    package func appending(_ token: String) -> JSONPointer {
        JSONPointer(tokens + [token])
    }

    /// The pointer of the value that contains this one; `nil` at the root.
    var parent: JSONPointer? {
        tokens.isEmpty ? nil : JSONPointer(Array(tokens.dropLast()))
    }

    /// The pointer as text; empty at the root.
    package var description: String {
        tokens.map { "/" + Self.replace(Self.replace($0, "~", "~0"), "/", "~1") }.joined()
    }

    /// Replaces each occurrence of an ASCII text, by bytes.
    private static func replace(_ text: String, _ old: String, _ new: String) -> String {
        var rest = Array(text.utf8)[...]
        var result: [UInt8] = []
        while let first = rest.first {
            if rest.starts(with: old.utf8) {
                result += new.utf8
                rest = rest.dropFirst(old.utf8.count)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension JSONPointer: Hashable {
    /// Compares names by their bytes, as JSON does.
    package static func == (left: JSONPointer, right: JSONPointer) -> Bool {
        left.tokens.elementsEqual(right.tokens) { $0.hasBytes(of: $1) }
    }

    package func hash(into hasher: inout Hasher) {
        for token in tokens { token.hashBytes(into: &hasher) }
    }
}
